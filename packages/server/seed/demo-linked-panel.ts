import type { EnumValue, LinkProtocolName } from '@emberwatch/contract'
import type { Transaction } from 'kysely'
import { generateGatewaySecret, hashGatewaySecret } from '../src/platform/broker/gateway-secret.ts'
import type { Tables } from '../src/tables/index.ts'
import { demoProjects, languageOf, type Words } from './demo-tree.ts'

/** A model of what is behind a panel, in a series of its own. */
export interface PointModel {
  readonly category: EnumValue<'deviceCategory'>
  readonly name: string
}

/** A panel of a demo project that speaks a language of its own, and what is behind it. */
interface LinkedPanel {
  /** The key of the project. */
  readonly project: string
  readonly protocol: LinkProtocolName
  readonly code: string
  /** In its one spelling. */
  readonly address: string
  /** The key of its link, sealed. */
  readonly linkKey?: Buffer
  readonly name: Words
  readonly model: { readonly code: string; readonly name: string; readonly heartbeat_s: number; readonly offline_after_s: number }
  /** By their code. */
  readonly models: Readonly<Record<string, PointModel>>
  readonly points: readonly PanelPoint[]
}

interface PanelPoint {
  /** As its reports name it. */
  readonly code: string
  readonly model: string
  readonly name: Words
  readonly floor: string | null
  readonly room: string | null
  readonly place: Words | null
}

const day = 24 * 3_600_000

/** The panel as a gateway, and its points as devices, which report only when something happens. */
export const seedLinkedPanel = async (tx: Transaction<Tables>, now: Date, panel: LinkedPanel): Promise<void> => {
  const { protocol, code: gatewayCode, address, linkKey } = panel
  const { modelId, pointModels } = await seedPanelModels(tx, panel)
  const { key, company } = demoProjects.find((each) => each.key === panel.project) ?? { key: panel.project, company: '' }
  const language = languageOf(company)
  const { id: project_id, ...owner } = await tx
    .selectFrom('project')
    .select(['id', 'company_id', 'path', 'customer_id'])
    .where('code', '=', `P-${key.toUpperCase()}`)
    .executeTakeFirstOrThrow()
  const bound_at = new Date(now.getTime() - 62 * day)
  const place = { ...owner, project_id, bound_at, stocked_at: new Date(now.getTime() - 70 * day) }
  const { id: gateway_id } = await tx
    .insertInto('gateway')
    .values({
      ...place,
      model_id: modelId,
      code: gatewayCode,
      communication_code: address,
      link_address: `${protocol}:${address}`,
      ...(linkKey === undefined ? {} : { link_key: linkKey }),
      name: panel.name[language],
      secret_hash: hashGatewaySecret(generateGatewaySecret()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const devices = panel.points.map(({ code, model, name, floor, room, place: where }) => ({
    ...place,
    gateway_id,
    model_id: pointModels.get(model) ?? 0,
    code: `${gatewayCode}-${code}`,
    communication_code: code,
    name: name[language],
    floor,
    room_number: room,
    place: where?.[language] ?? null,
    installed_on: bound_at.toISOString().slice(0, 10),
    replace_by: new Date(now.getTime() + 10 * 365 * day).toISOString().slice(0, 10),
  }))
  await tx.insertInto('device').values(devices).execute()
}

const seedPanelModels = async (
  tx: Transaction<Tables>,
  { protocol, model, models }: LinkedPanel,
): Promise<{ modelId: number; pointModels: Map<string, number> }> => {
  const add = async (
    series: PointModel & { code: string; network: EnumValue<'network'> },
    values: { is_gateway?: boolean; supervision?: 'onEvent'; heartbeat_s: number; offline_after_s: number },
  ): Promise<number> => {
    const { code, name } = series
    const { id: series_id } = await tx
      .insertInto('device_series')
      .values({ ...series, manufacturer: 'Emberwatch' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('device_model')
      .values({ series_id, code, name, protocol, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const pointModels = new Map<string, number>()
  for (const [code, { name, category }] of Object.entries(models)) {
    const silence = { supervision: 'onEvent', heartbeat_s: 3_600, offline_after_s: 86_400 } as const
    pointModels.set(code, await add({ code, name, category, network: 'bus' }, silence))
  }
  const { code, name, ...supervised } = model
  const modelId = await add({ code, name, category: 'gateway', network: 'ethernet' }, { is_gateway: true, ...supervised })
  return { modelId, pointModels }
}
