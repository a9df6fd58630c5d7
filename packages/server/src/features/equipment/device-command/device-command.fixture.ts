import { connectAsync, type MqttClient } from 'mqtt'
import type { TestServer } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'

export interface Place {
  readonly gateway: { id: number; code: string; secret: string }
  readonly device: { id: number; code: string }
  readonly modelId: number
}

/** A gateway with one device of a company, online. */
export const addPlace = async (server: TestServer, company = server.world.companies.north): Promise<Place> => {
  const rows = await addOwnedRows(server.db, company)
  const gateway = await server.db
    .updateTable('gateway')
    .set({ online: true })
    .where('id', '=', Number(rows.gateway))
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
  const device = await server.db
    .selectFrom('device')
    .select(['id', 'code', 'model_id'])
    .where('id', '=', Number(rows.device))
    .executeTakeFirstOrThrow()
  return { gateway: { ...gateway, secret: gateway.code.slice(2) }, device, modelId: device.model_id }
}

/** A command as a gateway receives it. */
export interface Message {
  id: string
  device?: string
  command: string
  params: Record<string, unknown>
  expires: string
}

export interface ConnectedGateway {
  readonly client: MqttClient
  readonly received: Message[]
  readonly reply: (value: object) => Promise<unknown>
}

/** A gateway on a real connection, with what it received. */
export const connectGateway = async (
  server: Pick<TestServer, 'mqttUrl'>,
  { gateway }: Place,
  qos: 0 | 1 = 1,
): Promise<ConnectedGateway> => {
  const client = await connectAsync(server.mqttUrl ?? '', {
    protocolVersion: 4,
    username: gateway.code,
    password: gateway.secret,
  })
  const received: Message[] = []
  client.on('message', (_topic, payload) => void received.push(JSON.parse(payload.toString()) as Message))
  await client.subscribeAsync(`ew/v1/${gateway.code}/command`, { qos })
  const reply = (value: object) => client.publishAsync(`ew/v1/${gateway.code}/command/reply`, JSON.stringify(value), { qos: 1 })
  return { client, received, reply }
}
