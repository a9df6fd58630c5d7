import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { addPlace, connectGateway, type ConnectedGateway, type Message, type Place } from './device-command.fixture.ts'

let server: TestServer
let north: string
let operator: string
let place: Place
const clients: MqttClient[] = []
beforeAll(async () => {
  server = await startTestServer({ settings: { ROLES: 'api,ingest,jobs' } })
  north = await server.tokenOf(server.world.accounts.northAdmin)
  operator = await server.tokenOf(server.world.accounts.siterAdmin)
})
afterAll(() => server.stop())
beforeEach(async () => {
  place = await addPlace(server)
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true)
})

const connect = async (): Promise<ConnectedGateway> => {
  const gateway = await connectGateway(server, place)
  clients.push(gateway.client)
  return gateway
}
const definition = (more: object = {}) => ({
  modelId: place.modelId,
  name: 'Silence',
  code: 'silence',
  encoding: 'json',
  timeoutS: 5,
  retries: 0,
  ...more,
})
const post = (path: string, input: object, token = north) =>
  server.call('POST', `web/deviceCommand/${path}`, input as Record<string, unknown>, token)
const idOf = (answer: Awaited<ReturnType<typeof post>>): number => {
  expect(answer, answer.msg).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
const define = async (more: object = {}): Promise<number> => idOf(await post('create', definition(more), operator))
const send = async (commandId: number, more: object = {}): Promise<number> =>
  idOf(await post('send', { commandId, deviceId: place.device.id, ...more }))
const got = (received: Message[]) => vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000, interval: 20 })

describe('a definition', () => {
  const parameters = [
    { name: 'level', type: 'integer', minimum: 1, maximum: 5, required: true },
    { name: 'mode', type: 'choice', choices: ['slow', 'fast'], default: 'slow' },
  ]
  test('is made, edited, switched off and deleted, each with its audit row', async () => {
    const id = await define({ parameters })
    const [row] = (
      (await server.call('GET', 'web/deviceCommand/page', { modelId: place.modelId }, operator)).data as {
        list: { version: number }[]
      }
    ).list
    const edited = { ...definition({ name: 'Quiet' }), id, version: row?.version }
    const { modelId: _model, ...input } = edited
    expect(await post('update', input, operator)).toMatchObject({ success: true })
    expect(await post('update', input, operator)).toMatchObject({ status: 409 })
    expect(await post('forbidden', { id, enabled: false }, operator)).toMatchObject({ success: true })
    expect(await post('send', { commandId: id, deviceId: place.device.id })).toMatchObject({ status: 409 })
    expect(await post('del', { id }, operator)).toMatchObject({ success: true })
    const actions = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', 'device_command')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(
      ['create', 'update', 'forbidden', 'del'].map((verb) => `deviceCommand.${verb}`),
    )
  })
  test.each([
    ['a code twice', {}, 'code'],
    ['two parameters of one name', { parameters: [parameters[0], parameters[0]] }, 'parameters'],
    ['a range upside down', { parameters: [{ name: 'x', type: 'number', minimum: 5, maximum: 1 }] }, 'parameters'],
    ['a choice without choices', { parameters: [{ name: 'x', type: 'choice' }] }, 'parameters'],
    ['a default that does not fit', { parameters: [{ ...parameters[0], default: '9' }] }, 'parameters'],
    ['bytes without a template', { encoding: 'hex' }, 'frame'],
    ['a template of an unknown parameter', { encoding: 'hex', frame: 'A5{other:u8}', parameters }, 'frame'],
    ['a sample that does not fit', { parameters, sampleFrame: '{"level":9}' }, 'sampleFrame'],
  ])('with %s is refused at its field', async (_what, more, field) => {
    await define()
    const answer = await post('create', definition(field === 'code' ? more : { code: 'other', ...more }), operator)
    expect(answer.success).toBe(false)
    expect((answer.data as { fields: { field: string }[] }).fields.map((each) => each.field)).toContain(field)
  })
  test.each([
    ['json', undefined, '{"command":"x","params":{"level":3}}'],
    ['hex', 'A5{level:u8}{mode:u8}', 'a5 03 00'],
  ])('decodes its sample in %s', async (encoding, frame, sampleFrame) => {
    const answer = await post('decode', { encoding, parameters, sampleFrame, ...(frame ? { frame } : {}) }, operator)
    expect(answer.data).toMatchObject({
      values: [
        { name: 'level', value: '3' },
        { name: 'mode', value: 'slow' },
      ],
    })
  })
  test('encoded as bytes is sent as bytes', async () => {
    const gateway = await connect()
    await send(await define({ encoding: 'hex', frame: 'A5 {level:u8} {mode:u8}', parameters }), {
      params: [
        { name: 'level', value: '4' },
        { name: 'mode', value: 'fast' },
      ],
    })
    await got(gateway.received)
    expect(gateway.received[0]?.params).toEqual({ frame: 'A50401' })
  })
})
