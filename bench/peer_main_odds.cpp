// Times the public analyser possibly-wrong/blackjack on rule sets read from standard input, a line each:
// decks, hit soft 17, double after split, resplit, resplit aces, surrender, natural's price, play by pair.
// Answers the player's edge and the processor seconds it took.
#include "blackjack.h"
#include <cstdio>
#include <ctime>

int main() {
    int decks, hits, after_split, resplit, resplit_aces, surrender, by_pair;
    double natural;
    BJPlayer *player = nullptr;
    while (std::scanf("%d %d %d %d %d %d %lf %d", &decks, &hits, &after_split, &resplit, &resplit_aces,
                      &surrender, &natural, &by_pair) == 8) {
        BJShoe shoe(decks);
        BJRules rules(hits, true, true, true, false, after_split, resplit, resplit_aces, surrender, natural);
        BJStrategy strategy(!by_pair, true);
        BJProgress progress;
        std::clock_t start = std::clock();
        if (player == nullptr) {
            player = new BJPlayer(shoe, rules, strategy, progress);
        } else {
            player->reset(shoe, rules, strategy, progress);
        }
        double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
        std::printf("%.17g %.6f\n", player->getValue(), seconds);
        std::fflush(stdout);
    }
}
