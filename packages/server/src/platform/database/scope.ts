import {
  AliasNode,
  AndNode,
  IdentifierNode,
  OperationNodeTransformer,
  sql,
  TableNode,
  WhereNode,
  type DeleteQueryNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RawBuilder,
  type RootOperationNode,
  type SelectQueryNode,
  type UnknownRow,
  type UpdateQueryNode,
} from 'kysely'
import type { TableName, Tables } from '../../tables/index.ts'
import {
  accountsOfProjects,
  assignedProjects,
  customersOfProjects,
  devicesOfUser,
  filesOfProjects,
  gatewayTable,
  ordersOfEngineer,
  ownProjects,
  projectsOfKey,
  projectsOfProvince,
} from '../../tables/reach.ts'
import { tableFacts, type TableScope } from '../../tables/facts.ts'

/** Which rows a caller sees (domain.md, "Companies and scope"). */
export type Scope =
  | { readonly kind: 'system' }
  | {
      readonly kind: 'company'
      readonly companyId: number
      readonly depth: number
      readonly accountId: number
      /** Set if the caller sees only what the company itself owns and nothing of the companies below: its path. */
      readonly ownPath?: string
      /** Projects of other companies that the caller's company has joined, and what its people may do there (docs/decisions/0076). */
      readonly joined?: readonly JoinedProject[]
      /** Set for staff who see only the projects assigned to them, or only what is their own (docs/decisions/0043). */
      readonly only?: 'projects' | 'own'
      readonly part?: ScopePart
      /** Set for a key of the open platform: with `only`, it sees the projects chosen for it. Its `accountId` is nobody's. */
      readonly keyId?: number
    }
  | { readonly kind: 'customer'; readonly customerId: number; readonly accountId: number; readonly part?: ScopePart }
  | { readonly kind: 'user'; readonly accountId: number }
  | { readonly kind: 'none' }

/** A part of what a caller sees: one project, or the projects of a province. Rows that belong to no project are not in it. */
export type ScopePart = { readonly project: number } | { readonly province: string }

/** A project of another company that the caller's has joined. */
export interface JoinedProject {
  readonly id: number
  readonly rights: readonly string[]
}

/** The scope of one call: keeps only the joined projects on which this call is permitted. */
export const narrowJoined = (scope: Scope, isOpen: (project: JoinedProject) => boolean): Scope => {
  if (scope.kind !== 'company' || !scope.joined) return scope
  const { joined, ...rest } = scope
  const open = joined.filter(isOpen)
  return open.length === 0 ? rest : { ...rest, joined: open }
}

/** The number of companies on a path: 1 for the operating company. */
export const depthOf = (path: string): number => path.split('.').length

/**
 * Whether a row owned at `path` is inside the branch of the company at `branch`. The same rule as the SQL condition, for events
 * in memory.
 */
export const isBelow = (path: string, branch: string): boolean => path === branch || path.startsWith(`${branch}.`)

/**
 * The rows of a branch, by equality on one element of the path in `column`, which the list indexes start with. Undefined for the operating
 * company, whose branch is everything.
 */
export const inBranchOf = (
  { depth, companyId }: { readonly depth: number; readonly companyId: number },
  column: string,
): RawBuilder<boolean> | undefined =>
  depth === 1 ? undefined : sql`split_part(${sql.ref(column)}, '.', ${sql.lit(depth)}) = ${String(companyId)}`

const nothing = sql<boolean>`false`

/** Since when a gateway or device has been at its place. In stock, nobody sees it through its place. */
const placedAt = (table: string): RawBuilder<string> =>
  sql`coalesce(${sql.ref(`${table}.bound_at`)}, case when ${sql.ref(`${table}.project_id`)} is null then 'infinity'::timestamptz
    else '-infinity'::timestamptz end)`

type OwnedRule = Extract<TableScope, { readonly path: string }>

type CompanyScope = Extract<Scope, { kind: 'company' }>
type NarrowCompany = CompanyScope & { readonly only: 'projects' | 'own' }

const isNarrow = (scope: CompanyScope): scope is NarrowCompany => scope.only !== undefined

const projectsOf = ({ only, accountId, keyId }: NarrowCompany): RawBuilder<number> => {
  if (keyId !== undefined) return projectsOfKey(keyId)
  return only === 'own' ? ownProjects(accountId) : assignedProjects(accountId)
}

/** What a gateway sent since it came to one of the projects. */
const gatewayCondition = (
  rule: OwnedRule,
  alias: string,
  gateway: string,
  isThere: (project: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<boolean> => sql`exists (
  select from ${sql.table(gatewayTable)} where ${sql.ref(`${gatewayTable}.id`)} = ${sql.ref(`${alias}.${gateway}`)}
     and ${isThere(sql.ref(`${gatewayTable}.project_id`))}
     and ${rule.since === undefined ? nothing : sql`${sql.ref(`${alias}.${rule.since}`)} >= ${placedAt(gatewayTable)}`})`

/**
 * The rows of a narrow caller's projects. Of orders, those who see only their own see the ones that they created or work on, whatever
 * the project. Undefined if the rows belong to no project.
 */
const placeCondition = (scope: NarrowCompany, rule: OwnedRule, alias: string): RawBuilder<boolean> | undefined => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const { order, creator, project } = rule
  if (order && scope.only === 'own') {
    const worksOn = sql<boolean>`${column(order)} in (${ordersOfEngineer(scope.accountId)})`
    return creator ? sql`(${worksOn} or ${column(creator)} = ${scope.accountId})` : worksOn
  }
  return project ? sql`${column(project)} in (${projectsOf(scope)})` : undefined
}

/** The files that rows of projects show, given the condition for such rows. */
const shownFiles = (
  alias: string,
  conditionOf: (rule: OwnedRule, table: string) => RawBuilder<boolean> | undefined,
): RawBuilder<boolean>[] =>
  filesOfProjects.map(([table, files]) => {
    const { scope }: { readonly scope: TableScope } = tableFacts[table]
    // Linked to their project: they have no path of their own.
    const rule = typeof scope === 'object' && 'path' in scope ? scope : { path: '', project: 'project_id' }
    return sql`${sql.ref(`${alias}.id`)} in (
      select ${files} from ${sql.table(table)} where ${conditionOf(rule, table) ?? nothing})`
  })

/** The condition under which staff with a narrow data scope see a row of their company's branch. */
const narrowCondition = (scope: NarrowCompany, rule: OwnedRule, alias: string): RawBuilder<boolean> => {
  const { accountId, companyId } = scope
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const projects = projectsOf(scope)
  const clauses: RawBuilder<boolean>[] = []
  const { account, creator, members, project, projectCustomer, gateway, ownCompany, colleague, files } = rule
  if (account) clauses.push(sql`${column(account)} = ${accountId}`)
  if (members) clauses.push(sql`${accountId} = any(${column(members)})`)
  const place = placeCondition(scope, rule, alias)
  if (place) clauses.push(place)
  if (creator && project) clauses.push(sql`(${column(project)} is null and ${column(creator)} = ${accountId})`)
  else if (creator) clauses.push(sql`${column(creator)} = ${accountId}`)
  if (projectCustomer) clauses.push(sql`${column(projectCustomer)} in (${customersOfProjects(projects)})`)
  if (gateway) clauses.push(gatewayCondition(rule, alias, gateway, (id) => sql`${id} in (${projects})`))
  if (ownCompany) clauses.push(sql`${column(ownCompany)} = ${companyId}`)
  if (colleague) clauses.push(sql`${column(colleague)} in (${accountsOfProjects(projects)})`)
  if (files) clauses.push(...shownFiles(alias, (shown, table) => placeCondition(scope, shown, table)))
  return clauses.length === 0 ? nothing : sql`(${sql.join(clauses, sql` or `)})`
}

/** The rows that joined projects add to the company's branch. Staff with a narrow data scope see only their own part. */
const joinedCondition = (scope: CompanyScope, rule: OwnedRule, alias: string): RawBuilder<boolean> | undefined => {
  const clauses: RawBuilder<boolean>[] = []
  if (rule.joiner) clauses.push(sql`${sql.ref(`${alias}.${rule.joiner}`)} = ${scope.companyId}`)
  if (scope.joined) {
    const ids = scope.joined.map(({ id }) => id)
    // A list of values, so that indexes on the project apply.
    const isJoined = (project: RawBuilder<unknown>) => sql<boolean>`${project} = any (${ids}::bigint[])`
    const ofProject = (of: OwnedRule, table: string): RawBuilder<boolean> | undefined => {
      if (!of.project) return undefined
      const joined = isJoined(sql.ref(`${table}.${of.project}`))
      return isNarrow(scope) ? sql`(${joined} and ${placeCondition(scope, of, table) ?? nothing})` : joined
    }
    // Which others have joined is a matter between them and the owner.
    const seen = rule.joiner ? undefined : ofProject(rule, alias)
    if (seen) clauses.push(seen)
    if (rule.gateway)
      clauses.push(
        gatewayCondition(rule, alias, rule.gateway, (id) =>
          isNarrow(scope) ? sql`${isJoined(id)} and ${id} in (${projectsOf(scope)})` : isJoined(id),
        ),
      )
    if (rule.files) clauses.push(...shownFiles(alias, ofProject))
  }
  return clauses.length === 0 ? undefined : sql`(${sql.join(clauses, sql` or `)})`
}

/** Whether `scope` sees a row owned at `path` because of its company, not only because of its place. */
export const isOwner = (scope: Scope, path: string): boolean => {
  if (scope.kind !== 'company') return scope.kind === 'system'
  if (isNarrow(scope)) return false
  return scope.ownPath === undefined ? path.split('.')[scope.depth - 1] === String(scope.companyId) : path === scope.ownPath
}

/** `isOwner` in SQL. Undefined if it holds for every row. */
const ownerCondition = (scope: Scope, rule: TableScope, alias: string): RawBuilder<boolean> | undefined => {
  if (scope.kind !== 'company' || isNarrow(scope) || typeof rule === 'string' || !('path' in rule)) return nothing
  const branch = inBranchOf(scope, `${alias}.${rule.path}`)
  if (scope.ownPath === undefined) return branch
  const own = sql<boolean>`${sql.ref(`${alias}.${rule.path}`)} = ${scope.ownPath}`
  return branch ? sql`(${branch} and ${own})` : own
}

/** Rows of the projects of a part. */
const insideCondition = (part: ScopePart, rule: OwnedRule, alias: string): RawBuilder<boolean> => {
  const projects = 'project' in part ? sql`${part.project}::bigint` : projectsOfProvince(part.province)
  const clauses: RawBuilder<boolean>[] = []
  if (rule.project) clauses.push(sql`${sql.ref(`${alias}.${rule.project}`)} in (${projects})`)
  if (rule.gateway) clauses.push(gatewayCondition(rule, alias, rule.gateway, (project) => sql`${project} in (${projects})`))
  return clauses.length === 0 ? nothing : sql`(${sql.join(clauses, sql` or `)})`
}

/** The SQL condition under which `scope` sees a row of a table. Undefined if it sees all. */
const conditionFor = (scope: Scope, rule: TableScope, alias: string): RawBuilder<boolean> | undefined => {
  if (scope.kind === 'system' || rule === 'everyone') return undefined
  if (rule === 'system' || scope.kind === 'none') return nothing
  if ('part' in scope && scope.part && 'path' in rule) {
    const { part, ...whole } = scope
    const seen = conditionFor(whole, rule, alias)
    const inside = insideCondition(part, rule, alias)
    return seen ? sql`(${seen} and ${inside})` : inside
  }
  if ('through' in rule) {
    const [column, table] = rule.through
    const inner = conditionFor(scope, tableFacts[table].scope, table)
    if (!inner) return undefined
    const row = sql.ref(`${alias}.${column}`)
    const isOwnOnly = scope.kind === 'company' && !isNarrow(scope) && !scope.joined
    if (rule.since === undefined || isOwnOnly) return sql<boolean>`${row} in (select id from ${sql.table(table)} where ${inner})`
    const owned = ownerCondition(scope, tableFacts[table].scope, table) ?? sql<boolean>`true`
    return sql<boolean>`exists (select from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${row} and ${inner}
      and (${owned} or ${sql.ref(`${alias}.${rule.since}`)} >= ${placedAt(table)}))`
  }
  if (!('path' in rule)) return sql<boolean>`${sql.ref(`${alias}.${rule.account}`)} = ${scope.accountId}`
  if (scope.kind === 'company') {
    const branch = inBranchOf(scope, `${alias}.${rule.path}`)
    const narrow = isNarrow(scope) ? narrowCondition(scope, rule, alias) : undefined
    const owned = narrow ? (branch ? sql<boolean>`(${branch} and ${narrow})` : narrow) : ownerCondition(scope, rule, alias)
    const joined = branch && joinedCondition(scope, rule, alias)
    return joined && owned ? sql<boolean>`(${owned} or ${joined})` : owned
  }
  const clauses: RawBuilder<boolean>[] = []
  if (rule.account) clauses.push(sql<boolean>`${sql.ref(`${alias}.${rule.account}`)} = ${scope.accountId}`)
  if (scope.kind === 'customer' && rule.customer)
    clauses.push(sql<boolean>`${sql.ref(`${alias}.${rule.customer}`)} = ${scope.customerId}`)
  if (scope.kind === 'user' && rule.device) {
    clauses.push(sql<boolean>`${sql.ref(`${alias}.${rule.device}`)} in (${devicesOfUser(scope.accountId)})`)
  }
  return clauses.length === 0 ? nothing : sql<boolean>`(${sql.join(clauses, sql` or `)})`
}

class ScopeTransformer extends OperationNodeTransformer {
  readonly #scope: Scope

  constructor(scope: Scope) {
    super()
    this.#scope = scope
  }

  /** The scope conditions for the tables that a statement names itself. */
  #conditions(nodes: readonly OperationNode[]): { conditions: OperationNode[]; anchored: boolean } {
    let anchored = false
    const conditions: OperationNode[] = []
    for (const node of nodes) {
      const inner = AliasNode.is(node) ? node.node : node
      if (!TableNode.is(inner)) {
        anchored = true // a subquery: its own FROM is scoped
        continue
      }
      const name = inner.table.identifier.name
      const rule = tableFacts[name as TableName]?.scope
      if (rule === undefined) {
        anchored = true // a common table expression, scoped where it is defined
        continue
      }
      if (rule !== 'everyone') anchored = true
      const alias = AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : name
      const condition = conditionFor(this.#scope, rule, alias)
      if (condition) conditions.push(condition.toOperationNode())
    }
    return { conditions, anchored }
  }

  #restrict<T extends { readonly where?: WhereNode }>(node: T, conditions: readonly OperationNode[]): T {
    return conditions.reduce<T>((each, condition) => {
      const where = each.where ? WhereNode.create(AndNode.create(each.where.where, condition)) : WhereNode.create(condition)
      return { ...each, where }
    }, node)
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const query = super.transformSelectQuery(node)
    const { conditions, anchored } = this.#conditions(query.from?.froms ?? [])
    // A column of a row that a visible row joins may be shown (such as the name of the confirmer). Only a query that starts from
    // product-wide data has no such anchor, so its joined tables are scoped too.
    const joined = anchored ? [] : this.#conditions(query.joins?.map((join) => join.table) ?? []).conditions
    return this.#restrict(query, [...conditions, ...joined])
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    const query = super.transformUpdateQuery(node)
    return this.#restrict(query, this.#conditions(query.table ? [query.table] : []).conditions)
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    const query = super.transformDeleteQuery(node)
    return this.#restrict(query, this.#conditions(query.from.froms).conditions)
  }
}

class ScopePlugin implements KyselyPlugin {
  readonly #transformer: ScopeTransformer

  constructor(scope: Scope) {
    this.#transformer = new ScopeTransformer(scope)
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    if (node.kind === 'RawNode')
      throw new Error("A raw statement would bypass the scope: use the query builder, or the system's database")
    return this.#transformer.transformNode(node, queryId)
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

/**
 * The only place that enforces scope: every query built on the result reads and writes only rows that `scope` may see. `kysely` is an
 * unscoped database or transaction.
 */
export const scoped = <D extends Kysely<Tables>>(kysely: D, scope: Scope): D =>
  scope.kind === 'system' ? kysely : (kysely.withPlugin(new ScopePlugin(scope)) as D)
