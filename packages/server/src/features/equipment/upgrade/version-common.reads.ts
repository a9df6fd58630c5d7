import { compareVersions, type endpoints, type EnumValue, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { texts } from '../../../platform/i18n.ts'
import { containing } from '../../../platform/list.ts'

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
