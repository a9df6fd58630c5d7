import { type endpoints, type InputOf, type OutputOf, compareVersions, type EnumValue } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { containing } from '../../../platform/list.ts'
import { plannedEdition, targetOf } from './upgrade-task.rules.ts'
import { countOf, isUnknownVersion, targetGroups } from './targets.ts'
import { texts } from '../../../platform/i18n.ts'

type Choices = typeof endpoints.upgradeTask.choices

const shownAtOnce = 50

/** Companies or projects in scope by name: matches of the keyword, and those already chosen. */
const named = (ctx: Ctx, table: 'company' | 'project', keyword: string, ids: readonly number[]) => {
  const chosen = sql<boolean>`${sql.ref(`${table}.id`)} = any(${ids}::bigint[])`
  return ctx.db
    .selectFrom(table)
    .select([`${table}.id as value`, `${table}.name as label`])
    .where(`${table}.deleted_at`, 'is', null)
    .where((e) => e.or([chosen, e(`${table}.name`, 'ilike', containing(keyword))]))
    .orderBy(chosen, 'desc')
    .orderBy(`${table}.name`)
    .limit(shownAtOnce + ids.length)
    .execute()
}

/** Devices or gateways in scope with the edition's model: matches of the keyword, those already chosen, and those whose codes were pasted. */
const listed = async (
  ctx: Ctx,
  editionId: number,
  { keyword, ids = [], codes }: InputOf<Choices>,
): Promise<OutputOf<Choices>> => {
  const edition = await plannedEdition(ctx, editionId)
  const table = edition.target_type
  const chosen = sql<boolean>`${sql.ref(`${table}.id`)} = any(${ids}::bigint[])`
  const wanted = [...new Set((codes ?? []).map((code) => code.trim()).filter(Boolean))]
  const pasted = sql<boolean>`${sql.ref(`${table}.code`)} = any(${wanted}::text[])`
  const pattern = containing(keyword ?? '')
  const matching = sql<boolean>`(${sql.ref(`${table}.code`)} ilike ${pattern} or ${sql.ref(`${table}.name`)} ilike ${pattern})`
  const rows = await ctx.db
    .selectFrom(table)
    .select([`${table}.id as value`, `${table}.code`, `${table}.name`])
    .where(`${table}.model_id`, '=', edition.model_id)
    .where(`${table}.deleted_at`, 'is', null)
    .where((e) => e.or([chosen, codes ? pasted : matching]))
    .orderBy(chosen, 'desc')
    .orderBy(`${table}.code`)
    .limit((codes ? wanted.length : shownAtOnce) + ids.length)
    .execute()
  const found = new Set(rows.map(({ code }) => code))
  return {
    options: rows.map(({ value, code, name }) => ({ value, label: name === '' || name === code ? code : `${code} · ${name}` })),
    unknown: wanted.filter((code) => !found.has(code)),
  }
}

/** What a task may target, by the chosen kind and within the caller's scope. */
export const choicesOfTask = async (ctx: Ctx, input: InputOf<Choices>): Promise<OutputOf<Choices>> => {
  const { targetType, editionId, keyword = '', ids = [] } = input
  if (targetType === 'company' || targetType === 'project')
    return { options: await named(ctx, targetType, keyword, ids), unknown: [] }
  return targetType === 'list' && editionId !== undefined ? listed(ctx, editionId, input) : { options: [], unknown: [] }
}

type Preview = typeof endpoints.upgradeTask.preview

/** How many devices a task would have if the caller froze it now. Changes nothing. */
export const previewTask = async (ctx: Ctx, input: InputOf<Preview>): Promise<OutputOf<Preview>> => {
  const edition = await plannedEdition(ctx, input.editionId)
  const ofGateways = edition.target_type === 'gateway'
  const task =
    input.id === undefined
      ? undefined
      : await ctx.db.selectFrom('upgrade_task').select('path').where('id', '=', input.id).executeTakeFirstOrThrow()
  const groups = await targetGroups(ctx.db, {
    modelId: edition.model_id,
    hardware: edition.hardware,
    ofGateways,
    toVersion: edition.edition_version,
    targetType: input.targetType,
    target: targetOf(input, ofGateways),
    initialVersion: input.initialVersion ?? null,
    allowDowngrade: input.allowDowngrade ?? false,
    ownerPath: task?.path ?? ctx.actor.companyPath,
  })
  return {
    total: countOf(groups, ({ route }) => route === null || route.length > 0),
    onVersion: countOf(groups, ({ route }) => route?.length === 0),
    withoutRoute: countOf(groups, ({ route }) => route === null),
    unknownVersion: countOf(groups, ({ firmware }) => isUnknownVersion(firmware)),
    byVersion: groups.map(({ firmware, hardware, count, route }) => ({
      version: firmware,
      hardware,
      count,
      route: route && [...route],
    })),
  }
}

type Common = typeof endpoints.versionCommon

const selectLimit = 200

const labelled = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

export const taskStates = async (ctx: Ctx): Promise<OutputOf<Common['state']>> =>
  labelled(texts[ctx.locale].enums.upgradeTaskState)

export const targetTypes = async (ctx: Ctx): Promise<OutputOf<Common['targetType']>> =>
  labelled(texts[ctx.locale].enums.upgradeTargetType)

export const upgradableModels = async (ctx: Ctx, { keyword }: InputOf<Common['model']>): Promise<OutputOf<Common['model']>> => {
  let rows = ctx.db
    .selectFrom('device_model')
    .select(['device_model.id as value', 'device_model.name as label'])
    .where(
      sql<boolean>`exists (select from firmware_edition edition where edition.model_id = device_model.id
        and edition.state = 'released' and edition.deleted_at is null)`,
    )
  if (keyword) rows = rows.where('device_model.name', 'ilike', containing(keyword))
  return rows.orderBy('device_model.name').limit(selectLimit).execute()
}

/** Released editions by model, newest first. */
export const targetVersions = async (
  ctx: Ctx,
  { modelId, keyword }: InputOf<Common['targetVersion']>,
): Promise<OutputOf<Common['targetVersion']>> => {
  let query = ctx.db
    .selectFrom('firmware_edition as edition')
    .innerJoin('device_model as model', 'model.id', 'edition.model_id')
    .select(['edition.id', 'edition.name', 'edition.edition_version as version', 'edition.package', 'edition.initial_version'])
    .select(['edition.hardware', 'edition.target_type', 'model.id as modelId', 'model.name as modelName'])
    .where('edition.state', '=', 'released')
    .where('edition.deleted_at', 'is', null)
  if (modelId !== undefined) query = query.where('edition.model_id', '=', modelId)
  if (keyword) {
    const pattern = containing(keyword)
    query = query.where((e) =>
      e.or([
        e('edition.name', 'ilike', pattern),
        e('edition.edition_version', 'ilike', pattern),
        e('model.name', 'ilike', pattern),
      ]),
    )
  }
  const rows = await query.orderBy('model.name').orderBy('edition.edition_order', 'desc').limit(selectLimit).execute()
  const label = (row: (typeof rows)[number]): string =>
    [
      `${row.modelName} ${row.version}`,
      row.name,
      ...(row.hardware === '' ? [] : [row.hardware]),
      ...(row.initial_version === null ? [] : [`${row.package === 'delta' ? '' : '≥ '}${row.initial_version}`]),
    ].join(' · ')
  return rows
    .toSorted((a, b) => a.modelName.localeCompare(b.modelName) || compareVersions(b.version, a.version))
    .map((row) => ({
      value: row.id,
      label: label(row),
      version: row.version,
      modelId: row.modelId,
      ofGateways: row.target_type === 'gateway',
    }))
}

export const companiesOf =
  (type: EnumValue<'companyType'>) =>
  async (ctx: Ctx, { keyword, parentId }: InputOf<Common['agentOne']>): Promise<OutputOf<Common['agentOne']>> => {
    let rows = ctx.db
      .selectFrom('company')
      .select(['company.id as value', 'company.name as label'])
      .where('company.type', '=', type)
      .where('company.deleted_at', 'is', null)
    if (parentId !== undefined)
      rows = rows.where(
        sql<boolean>`exists (select from company above where above.id = ${parentId} and starts_with(company.path, above.path || '.'))`,
      )
    if (keyword) rows = rows.where('company.name', 'ilike', containing(keyword))
    return rows.orderBy('company.name').orderBy('company.id').limit(selectLimit).execute()
  }
