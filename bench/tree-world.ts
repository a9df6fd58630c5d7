import { sql, type Kysely } from 'kysely'
import type { Tables } from '../packages/server/src/tables/index.ts'

/** How many of each there are, not counting the small agent's. */
export interface TreeSize {
  readonly agentOnes: number
  readonly agentTwos: number
  readonly accounts: number
  readonly customers: number
}

/** Paths of the measured callers, and a role that a quarter of all accounts hold. */
export interface Tree {
  readonly siter: string
  readonly distributor: string
  readonly agent: string
  readonly roleId: number
}

const distributors = 20
/** One in this many companies, with everything it has, belongs to the large distributor. */
const largeShare = 4
/** The small agent has the same number in a small tree as in a large one. */
const small = { agentTwos: 5, accounts: 20, customers: 40 }

const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'
const givenNames = '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华文建国志海红玉云龙飞鹏宇晨欣'
const places = ['港湾', '长河', '东岭', '西泽', '南浦', '北原', '青石', '白云', '金川', '银滩']
const trades = ['物业', '酒店', '仓储', '学校', '医院', '商场', '食品', '纺织', '化工', '电子', '物流', '养老']

const letter = (letters: string, n: string) =>
  sql`substr(${letters}::text, 1 + (${sql.raw(n)})::int % ${sql.lit(letters.length)}, 1)`
const word = (words: readonly string[], n: string) =>
  sql`(array[${sql.join(words)}]::text[])[1 + (${sql.raw(n)})::int % ${sql.lit(words.length)}]`
// Spread like hashes, the same in every run.
const spread = (n: string, by: number): string => `(${n}::bigint * ${by} % 1000003)`
// Few different first letters, so that a page of the small tree is full as well.
const person = sql`${letter(surnames, spread('i', 7919))} || ${letter(givenNames.slice(0, 8), spread('i', 104_729))} || ${letter(givenNames, spread('i', 1_299_709))}`
const since = sql`now() - interval '3 years' * (${sql.raw(spread('i', 15_485_863))} / 1000003.0)`

/** Fills tables first and creates their indexes afterwards, which takes a fifth of the time. */
export const withoutIndexes = async (db: Kysely<Tables>, tables: readonly string[], fill: () => Promise<void>): Promise<void> => {
  const { rows } = await sql<{ name: string; definition: string; targets: string[] }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition,
      array(select format('alter index %s alter column %s set statistics %s', indexrelid::regclass, attnum, attstattarget)
        from pg_attribute where attrelid = indexrelid and attstattarget > 0) as targets
    from pg_index where indrelid::regclass::text = any(${tables}) and not indisunique`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db)
  await fill()
  // Of a partitioned table the definition says that of its partitions there is none.
  for (const { definition, targets } of rows)
    for (const statement of [definition.replace(' ON ONLY ', ' ON '), ...targets]) await sql.raw(statement).execute(db)
}

/** A tree of companies with accounts and customers, with Chinese names, spread as unevenly as real ones. */
export const addTreeOfSize = async (db: Kysely<Tables>, size: TreeSize): Promise<Tree> => {
  const siter = await db.selectFrom('company').select(['id', 'path']).where('type', '=', 'siter').executeTakeFirstOrThrow()
  const companies = async (type: string, parentType: string, count: number): Promise<void> => {
    await sql`
      with parents as (select id, path, row_number() over (order by id) - 1 as n, count(*) over () as total from company where type = ${parentType}),
        numbered as (select i, case when i % ${sql.lit(largeShare)} = 0 then 0 else i end as at from generate_series(1, ${sql.lit(count)}) i),
        own as (select i, nextval(pg_get_serial_sequence('company', 'id')) as id, at % (select total from parents limit 1) as parent from numbered)
      insert into company (id, parent_id, path, type, name, org_code, enabled, created_at)
      select own.id, parents.id, parents.path || '.' || own.id, ${type}, ${word(places, 'i')} || '消防' || ${type} || i, ${type} || '-' || i, i % 100 <> 7, ${since}
      from own join parents on parents.n = own.parent`.execute(db)
  }
  await companies('distributor', 'siter', distributors)
  await companies('agent_one', 'distributor', size.agentOnes)
  await companies('agent_two', 'agent_one', size.agentTwos)
  const distributor = (
    await db.selectFrom('company').select('path').where('type', '=', 'distributor').orderBy('id').executeTakeFirstOrThrow()
  ).path
  const agent = await addSmallAgent(db, distributor)

  const role = await db
    .insertInto('role')
    .values({ company_id: siter.id, path: siter.path, name: 'Staff', type: 'agent_two', level: 5 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const customers = (from: string, count: number) => sql`
    with owner as (select id, path, row_number() over (order by id) - 1 as n from company where ${sql.raw(from)}), total as (select count(*) as n from owner)
    insert into customer (company_id, path, type, name, phone, province, enabled, created_at)
    select owner.id, owner.path, case when i % 2 = 0 then 'person' else 'enterprise' end,
      case when i % 2 = 0 then ${person} else ${word(places, 'i / 2')} || ${word(trades, 'i / 20')} || '有限公司' || i end,
      '13' || lpad(i::text, 9, '0'), (11 + i % 30)::text || '0000', i % 100 <> 9, ${since}
    from generate_series(1, ${sql.lit(count)}) i
    join owner on owner.n = ${sql.raw(spread('i', 32_452_843))} % (select n from total)`
  const inAgent = `split_part(path, '.', ${agent.split('.').length}) = '${agent.split('.').at(-1) ?? ''}'`
  const outside = `type in ('agent_one', 'agent_two') and not ${inAgent}`
  const accounts = (from: string, type: string, count: number, name: string) => sql`
    with owner as (select id, path, row_number() over (order by id) - 1 as n from company where ${sql.raw(from)}), total as (select count(*) as n from owner)
    insert into account (company_id, path, type, account, name, password_hash, enabled, last_login_at, created_at)
    select owner.id, owner.path, ${type}, ${name} || i, ${person}, '', i % 100 <> 9, case when i % 3 = 0 then null else ${since} end, ${since}
    from generate_series(1, ${sql.lit(count)}) i
    join owner on owner.n = ${sql.raw(spread('i', 49_979_687))} % (select n from total)`
  await withoutIndexes(db, ['customer', 'account'], async () => {
    await customers(outside, size.customers).execute(db)
    await customers(inAgent, small.customers).execute(db)
    const shares = { siter: 0.05, distributor: 0.1, agent_one: 0.2, agent_two: 0.35, user: 0.15, customer: 0.15 }
    for (const [type, share] of Object.entries(shares)) {
      const owners = type in { user: 1, customer: 1 } ? outside : `type = '${type}' and not ${inAgent}`
      await accounts(owners, type, Math.round(size.accounts * share), `${type}.`).execute(db)
    }
    for (const type of ['agent_one', 'agent_two', 'user', 'customer'])
      await accounts(
        type.startsWith('agent') ? `type = '${type}' and ${inAgent}` : inAgent,
        type,
        small.accounts,
        `small.${type}.`,
      ).execute(db)
    await sql`
      update account set customer_id = any_of.id
      from (select distinct on (company_id) company_id, id from customer order by company_id, id) any_of
      where any_of.company_id = account.company_id and type = 'customer'`.execute(db)
  })
  await sql`insert into account_role select id, ${role.id} from account where type = 'agent_two'`.execute(db)
  // What autovacuum does within a minute after such a load.
  await sql`vacuum analyze`.execute(db)
  return { siter: siter.path, distributor, agent, roleId: role.id }
}

const addSmallAgent = async (db: Kysely<Tables>, distributor: string): Promise<string> => {
  const add = async (parent: string, type: 'agent_one' | 'agent_two', code: string): Promise<string> => {
    const { id } = await db
      .insertInto('company')
      .values({
        parent_id: Number(parent.split('.').at(-1)),
        path: '',
        type,
        name: `${places[0] ?? ''}消防 ${code}`,
        org_code: code,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const path = `${parent}.${id}`
    await db.updateTable('company').set({ path }).where('id', '=', id).execute()
    return path
  }
  const agent = await add(distributor, 'agent_one', 'small')
  for (let i = 0; i < small.agentTwos; i++) await add(agent, 'agent_two', `small-${i}`)
  return agent
}
