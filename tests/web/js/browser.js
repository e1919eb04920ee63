// The little of a browser that the scripts without a page ask for: storage of a tab, and answers of a
// house.

// A tab's storage, empty.
export function tabStorage() {
  const items = new Map();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => items.set(name, String(value)),
    removeItem: (name) => items.delete(name),
  };
}

// A fetch that gives these answers in turn, and keeps what it was asked. An answer is { status, body },
// or an Error: the connection broke off.
export function scriptedFetch(answers) {
  const requests = [];
  const fetch = async (path, { method = "GET", headers = {}, body } = {}) => {
    requests.push({ path, method, headers, body: body === undefined ? undefined : JSON.parse(body) });
    const answer = answers.shift();
    if (answer === undefined) throw new Error(`nobody expected ${method} ${path}`);
    if (answer instanceof Error) throw answer;
    const { status = 200, body: content = {} } = answer;
    return {
      ok: status >= 200 && status < 300,
      status,
      json: async () => {
        if (typeof content === "string") return JSON.parse(content);
        return content;
      },
    };
  };
  return { fetch, requests };
}
