import { sql, type Kysely, type Transaction } from 'kysely'
import { generateGatewaySecret, hashGatewaySecret } from '../src/platform/broker/gateway-secret.ts'
import type { Tables } from '../src/tables/index.ts'
import { demoAccountAddress, keyOfLink } from './demo-alarm-panel.ts'
import { demoLinkAddress } from './demo-panel.ts'

type Tx = Transaction<Tables>

/** A gateway of the demo with what its simulator needs to sign in. */
export interface DemoGateway {
  readonly code: string
  readonly secret: string
  /** The address of a transmitter or panel, which has no use for the secret. Its devices have the codes that it sends. */
  readonly linkAddress: string | null
  /** The key of a panel that encrypts. */
  readonly linkKey: Buffer | undefined
  readonly devices: { code: string; kind: string; room: string }[]
}

/** The addresses of the demo's own transmitter and panel. */
const linkAddresses = [demoLinkAddress, demoAccountAddress]

/** The setting that says what the demo has made. */
export const marker = 'demo'

interface Made {
  readonly seededAt: string
  /** The gateways that the demo simulates, each with the hash of the secret it made last. Missing in demos of older versions. */
  readonly gateways?: Readonly<Record<string, string>>
}

const kindOfModel: Readonly<Record<string, string>> = {
  'EW-SD1': 'smoke',
  'EW-HD1': 'heat',
  'EW-CP1': 'manual_call_point',
  'EW-GD1': 'gas',
  'EW-PT1': 'water_pressure',
  'EW-WF1': 'water_flow',
}

/**
 * Gives the gateways that the demo made new secrets, for its simulator. Others are never touched, whatever their code, and neither is one
 * whose secret somebody has renewed since: it may be a real one by now.
 */
export const renewSecrets = async (tx: Tx, dataDir: string): Promise<DemoGateway[]> => {
  const { value } = await tx.selectFrom('setting').select('value').where('key', '=', marker).executeTakeFirstOrThrow()
  const made = value as Made
  const own: Record<string, string> = {}
  const answer: DemoGateway[] = []
  for (const row of await gatewaysOf(tx, made)) {
    const { id, code, link_address: linkAddress } = row
    const secret = generateGatewaySecret()
    const hash = hashGatewaySecret(secret)
    own[id] = hash.toString('hex')
    await tx.updateTable('gateway').set({ secret_hash: hash }).where('id', '=', id).execute()
    answer.push({
      code,
      secret,
      linkAddress,
      linkKey: await keyOfLink(tx, row, dataDir),
      devices: await devicesOf(tx, id, linkAddress === null ? 'code' : 'communication_code'),
    })
  }
  await tx
    .updateTable('setting')
    .set({ value: JSON.stringify({ ...made, gateways: own } satisfies Made) })
    .where('key', '=', marker)
    .execute()
  return answer
}

/** The gateways that the demo's simulator speaks for now: none of which somebody has renewed the secret since. */
export const simulatedGateways = async (db: Kysely<Tables>): Promise<number[]> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', marker).executeTakeFirst()
  const { gateways = {} } = (row?.value ?? {}) as Partial<Made>
  return (await gatewaysOf(db, { gateways })).map(({ id }) => id)
}

const gatewaysOf = async (tx: Kysely<Tables>, { gateways }: Pick<Made, 'gateways'>) => {
  const rows = await tx
    .selectFrom('gateway')
    .select(['id', 'code', 'secret_hash', 'link_address', 'link_key'])
    .where('code', 'like', 'GW-%')
    .where('deleted_at', 'is', null)
    // A transmitter has no secret that anybody could renew: with another address it is another one.
    .where((e) => e.or([e('link_address', 'is', null), e('link_address', 'in', linkAddresses)]))
    // The demo begins with a database without gateways, and makes all of its own in one transaction.
    .where('created_at', '=', sql<string>`(select min(created_at) from gateway)`)
    .orderBy('id')
    .execute()
  return gateways === undefined ? rows : rows.filter(({ id, secret_hash: hash }) => gateways[id] === hash.toString('hex'))
}

const devicesOf = async (tx: Tx, gatewayId: number, named: 'code' | 'communication_code'): Promise<DemoGateway['devices']> => {
  const devices = await tx
    .selectFrom('device')
    .innerJoin('device_model', 'device_model.id', 'device.model_id')
    .select([`device.${named} as code`, 'device.room_number', 'device_model.code as model'])
    .where('device.gateway_id', '=', gatewayId)
    .where('device.deleted_at', 'is', null)
    .orderBy('device.id')
    .execute()
  return devices.map(({ code, model, room_number: room }) => ({
    code: code ?? '',
    kind: kindOfModel[model] ?? 'smoke',
    room: room ?? '',
  }))
}
