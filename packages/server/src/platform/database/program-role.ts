import pg from 'pg'

/** The role that the program uses. It owns its database and has no other rights on the server. */
export const programRole = 'emberwatch_app'
export const programDatabase = 'emberwatch'

/**
 * Creates the database and the role if they are missing, and gives the role everything in the database that belongs to the
 * superuser: all of it in a data directory of version 0.1.0, when the program still worked as the superuser, and whatever an
 * administrator restored by hand. What belongs to the server or an extension stays. Runs in one transaction, so that a kill in
 * the middle changes nothing. Idempotent.
 * @param admin how the superuser connects
 * @param password for a server that asks for one; a new one with each start
 */
export const prepareProgramRole = async (admin: pg.PoolConfig, password: string | undefined): Promise<void> => {
  await using(admin, 'postgres', async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [programDatabase])
    if (found.rowCount === 0) await client.query(`create database ${programDatabase}`)
  })
  await using(admin, programDatabase, async (client) => {
    await client.query('begin')
    const known = await client.query('select 1 from pg_roles where rolname = $1', [programRole])
    if (known.rowCount === 0) await client.query(`create role ${programRole} login`)
    if (password !== undefined) await client.query(`alter role ${programRole} password ${client.escapeLiteral(password)}`)
    const owned = await client.query('select 1 from pg_database where datname = $1 and datdba = $2::regrole', [
      programDatabase,
      programRole,
    ])
    if (owned.rowCount === 0) await client.query(`alter database ${programDatabase} owner to ${programRole}`)
    const { rows } = await client.query<{ statement: string }>(superusersObjects)
    for (const { statement } of rows) await client.query(`${statement} owner to ${programRole}`)
    await client.query('commit')
  })
}

/** The schema public belongs to the owner of the database. Schemas with PostgreSQL's own names belong to the server. */
const ours = `not like 'pg\\_%' and nspname <> 'information_schema'`
const notOfExtension = (catalogue: string): string =>
  `not exists (select 1 from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = o.oid and d.deptype in ('e', 'i', 'a'))`

/**
 * One "alter …" for each object of the superuser. Indexes, owned sequences, partition types and the like follow their object.
 * Kinds: https://www.postgresql.org/docs/18/catalog-pg-class.html (relkind), catalog-pg-proc.html (prokind), catalog-pg-type.html
 * (typtype).
 */
const superusersObjects = `
  select format('alter schema %I', nspname) as statement from pg_namespace o
  where nspowner = 10 and nspname ${ours} and nspname <> 'public' and ${notOfExtension('pg_namespace')}
  union all
  select format('alter %s %s', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' when 'c' then 'type' else 'table' end,
    o.oid::regclass)
  from pg_class o join pg_namespace n on n.oid = relnamespace
  where relowner = 10 and nspname ${ours} and relkind in ('r', 'p', 'S', 'v', 'm', 'f', 'c')
    and (relkind in ('r', 'p', 'c') and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = o.oid and d.deptype = 'e')
      or relkind not in ('r', 'p', 'c') and ${notOfExtension('pg_class')})
  union all
  select format('alter routine %s', o.oid::regprocedure) from pg_proc o join pg_namespace n on n.oid = pronamespace
  where proowner = 10 and nspname ${ours} and ${notOfExtension('pg_proc')}
  union all
  select format('alter %s %s', case typtype when 'd' then 'domain' else 'type' end, o.oid::regtype) from pg_type o join pg_namespace n on n.oid = typnamespace
  where typowner = 10 and nspname ${ours} and typtype in ('d', 'e', 'r') and ${notOfExtension('pg_type')}`

const using = async (admin: pg.PoolConfig, database: string, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ ...admin, database })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
