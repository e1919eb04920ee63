"""Side wagers tabulated: over card identities, and over records of finished rounds."""
