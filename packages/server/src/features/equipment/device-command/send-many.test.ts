import { limits, type CommandsSent } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { addPlace, type Place } from './device-command.fixture.ts'

let server: TestServer
let north: string
let commandId: number
/** Four devices of one model of the distributor, and one of another distributor. */
let places: Place[]
let foreign: Place
beforeAll(async () => {
  server = await startTestServer()
  north = await server.tokenOf(server.world.accounts.northAdmin)
})
afterAll(() => server.stop())
beforeEach(async () => {
  places = []
  for (let n = 0; n < 4; n++) places.push(await addPlace(server))
  foreign = await addPlace(server, server.world.companies.south)
  const ids = [...places, foreign].map(({ device }) => device.id)
  await server.db.updateTable('device').set({ model_id: modelId() }).where('id', 'in', ids).execute()
  commandId = await define()
})

const modelId = (): number => places[0]?.modelId ?? 0
const ids = (): number[] => places.map(({ device }) => device.id)
const define = async (more: object = {}): Promise<number> => {
  const operator = await server.tokenOf(server.world.accounts.siterAdmin)
  const definition = { modelId: modelId(), name: 'Silence', code: 'silence', encoding: 'json', timeoutS: 60, retries: 0, ...more }
  const answer = await server.call('POST', 'web/deviceCommand/create', definition, operator)
  expect(answer, answer.msg).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
const sendMany = (input: object, token = north) =>
  server.call('POST', 'web/deviceCommand/sendMany', { commandId, deviceIds: ids(), ...input }, token)
const stored = () =>
  server.db.selectFrom('sent_command').selectAll().where('command_id', '=', commandId).orderBy('device_id').execute()
const audited = async (sent: { id: number }[]): Promise<number> =>
  Number(
    (
      await server.db
        .selectFrom('audit_log')
        .select((e) => e.fn.countAll().as('n'))
        .where('action', '=', 'sentCommand.send')
        .where('object_kind', '=', 'sent_command')
        .where(
          'object_id',
          'in',
          sent.map(({ id }) => String(id)),
        )
        .executeTakeFirstOrThrow()
    ).n,
  )

const because = (reason: keyof typeof en.reasons): string => en.errors.precondition.replace('{{reason}}', en.reasons[reason])

describe('one command to several devices', () => {
  test('is stored and audited for each, with its values', async () => {
    commandId = await define({ code: 'mute', parameters: [{ name: 'level', type: 'integer', minimum: 1, maximum: 5 }] })
    const answer = await sendMany({ params: [{ name: 'level', value: '3' }] })
    expect(answer.data).toEqual(ids().map((id) => ({ id, done: true, msg: '' })))
    const rows = await stored()
    expect(rows.map(({ device_id, state, params }) => ({ device_id, state, params }))).toEqual(
      ids().map((device_id) => ({ device_id, state: 'queued', params: { level: 3 } })),
    )
    expect(await audited(rows)).toBe(places.length)
  })
  test('reports for each what prevents it, and reaches the others', async () => {
    const [disabled, offline, other, fit] = places
    await server.db.updateTable('device').set({ enabled: false }).where('id', '=', Number(disabled?.device.id)).execute()
    await server.db.updateTable('gateway').set({ online: false }).where('id', '=', Number(offline?.gateway.id)).execute()
    await server.db
      .updateTable('device')
      .set({ model_id: Number(other?.modelId) })
      .where('id', '=', Number(other?.device.id))
      .execute()
    const results = (await sendMany({})).data as CommandsSent
    expect(results).toEqual([
      { id: disabled?.device.id, done: false, msg: because('commandDeviceOff') },
      { id: offline?.device.id, done: false, msg: because('commandOffline') },
      { id: other?.device.id, done: false, msg: because('commandForeignModel') },
      { id: fit?.device.id, done: true, msg: '' },
    ])
    const rows = await stored()
    expect(rows.map(({ device_id }) => device_id)).toEqual([fit?.device.id])
    expect(await audited(rows)).toBe(1)
    // A command that is under way is not sent a second time.
    const again = await sendMany({ deviceIds: [Number(fit?.device.id)] })
    expect(again, again.msg).toMatchObject({ data: [{ id: fit?.device.id, done: false, msg: because('commandOpen') }] })
    expect(await stored()).toHaveLength(1)
  })
  test('that is dangerous needs a reason, and waits for a second person for each device', async () => {
    commandId = await define({ code: 'drench', dangerous: true })
    expect(await sendMany({})).toMatchObject({ status: 422, data: { fields: [{ field: 'note' }] } })
    expect(await stored()).toEqual([])
    await sendMany({ note: 'drill' })
    const rows = await stored()
    expect(rows.map(({ state }) => state)).toEqual(places.map(() => 'waitingApproval'))
    for (const { id } of rows)
      expect(await server.call('POST', 'web/deviceCommand/approve', { id, agree: true }, north)).toMatchObject({ status: 409 })
  })
  test.each([
    ['of another company', 'foreign', 404],
    ['that was deleted', 'deleted', 404],
    ['more than are taken at once', 'many', 422],
    ['twice', 'twice', 422],
    ['none', 'none', 422],
  ] as const)('with a device %s is refused as a whole', async (_what, kind, status) => {
    const [first] = ids()
    if (kind === 'deleted')
      await server.db.updateTable('device').set({ deleted_at: new Date() }).where('id', '=', Number(first)).execute()
    const deviceIds = {
      foreign: [...ids(), foreign.device.id],
      deleted: ids(),
      many: Array.from({ length: limits.commandsAtOnce + 1 }, (_each, n) => Number(first) + n),
      twice: [first, first],
      none: [],
    }[kind]
    expect(await sendMany({ deviceIds })).toMatchObject({
      status,
      data: { fields: [{ field: expect.stringContaining('deviceIds') }] },
    })
    expect(await stored()).toEqual([])
  })
  test.each([
    ['a wrong value', { params: [{ name: 'level', value: '9' }] }, 422],
    ['no right to send', {}, 403],
    ['a command that is switched off', {}, 409],
  ])('with %s is refused as a whole', async (what, input, status) => {
    commandId = await define({ code: 'mute', parameters: [{ name: 'level', type: 'integer', minimum: 1, maximum: 5 }] })
    if (status === 409)
      await server.db.updateTable('device_command').set({ enabled: false }).where('id', '=', commandId).execute()
    const { northEngineer } = server.world.accounts
    const token = what === 'no right to send' ? await server.tokenOf(northEngineer) : north
    expect(await sendMany(input, token)).toMatchObject({ status })
    expect(await stored()).toEqual([])
  })
})
