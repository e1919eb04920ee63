"""Side wagers: exact chances, a method for each family."""
