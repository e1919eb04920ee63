"""What alembic runs: the steps, in the transaction of the connection that `migrate` gives."""

from alembic import context

from cutcard.floor.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
