import { text as readText } from 'node:stream/consumers'
import type { DomainError, endpoints, InputOf } from '@emberwatch/contract'
import { dc09Key, writeDc09, type Dc09Frame } from '@emberwatch/device-link'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { createGateway, createGatewayPreset, rotateGatewaySecret, setGatewayLinkKey, updateGateway } from './gateway.verbs.ts'
import { findGateway, registerGateway } from './gateway-binding.verbs.ts'
import { gatewayDetail, selectGatewayModels } from './gateway.reads.ts'
import { gatewayWorld, type GatewayWorld } from './gateway.testing.ts'
import { openLinkKey } from './gateway-link.rules.ts'
import { gatewayImport, gatewayImportVerbs } from './import-gateways.ts'
import { decodePayloads } from './mqtt-payload.ts'

/** Gateways that are known by an address: transmitters of GB/T 26875.3, panels with SIA DC-09. */

let world: GatewayWorld['world']
let north: Ctx
let south: Ctx
let modelId: number
let mqttModelId: number
let panelModelId: number
let projectId: number

beforeAll(async () => {
  ;({ world, north, south, projectId, modelId: mqttModelId } = await gatewayWorld())
  const { series_id } = await world.db
    .selectFrom('device_model')
    .select('series_id')
    .where('id', '=', mqttModelId)
    .executeTakeFirstOrThrow()
  const added = await world.db
    .insertInto('device_model')
    .values({ series_id, code: 'GB1', name: 'Transmitter', is_gateway: true, protocol: 'gb26875' })
    .returning('id')
    .executeTakeFirstOrThrow()
  modelId = added.id
  const panel = await world.db
    .insertInto('device_model')
    .values({ series_id, code: 'DC1', name: 'Panel', is_gateway: true, protocol: 'siaDc09' })
    .returning('id')
    .executeTakeFirstOrThrow()
  panelModelId = panel.id
})
afterAll(() => world.stop())

let count = 0
const newCode = (): string => `T-GB-${String(++count).padStart(4, '0')}`
const create = (input: Partial<InputOf<typeof endpoints.gateway.create>> = {}) =>
  createGateway(north, { code: newCode(), name: 'Panel', modelId, communicationCode: String(1_000 + count), ...input })
const failure = (promise: Promise<unknown>): Promise<{ reason: string; field?: string | undefined; params?: unknown }> =>
  promise.then(
    () => ({ reason: 'ok' }),
    ({ reason, field, params }: DomainError) => ({ reason, field, params }),
  )
const stored = (id: number) => world.db.selectFrom('gateway').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a gateway that is known by its address', () => {
  test('has no secret; its address is stored in one spelling', async () => {
    const given = await create({ communicationCode: '000140' })
    expect(given).toMatchObject({ secret: null, linkAddress: 'gb26875:140' })
    expect(await stored(given.id)).toMatchObject({ communication_code: '140', link_address: 'gb26875:140' })
    expect(await selectGatewayModels(north)).toContainEqual(expect.objectContaining({ value: modelId, protocol: 'gb26875' }))
  })

  test.each([undefined, '8C', '-1', '281474976710656'])(
    'needs an address: %j is refused at its field',
    async (communicationCode) => {
      const input = { code: newCode(), name: 'Panel', modelId, ...(communicationCode === undefined ? {} : { communicationCode }) }
      const refused = { reason: 'invalidInput', field: 'communicationCode' }
      expect(await failure(createGateway(north, input))).toMatchObject(refused)
      expect(await failure(createGatewayPreset(north, input))).toMatchObject(refused)
      expect(await failure(registerGateway(north, { ...input, projectId }))).toMatchObject(refused)
    },
  )

  test('has the address alone, however it is spelled, also when it is edited', async () => {
    await create({ communicationCode: '200' })
    const taken = { reason: 'duplicate', field: 'communicationCode' }
    expect(await failure(create({ communicationCode: '0200' }))).toMatchObject(taken)
    const { id } = await create({ communicationCode: '201' })
    const edit = { id, version: 1, name: 'Panel', modelId }
    expect(await failure(updateGateway(north, { ...edit, communicationCode: '200' }))).toMatchObject(taken)
    await updateGateway(north, { ...edit, communicationCode: '201' })
  })

  test('may be told from where it calls; what is no network is refused', async () => {
    const { id } = await create({ communicationCode: '300' })
    const edit = { id, name: 'Panel', modelId, communicationCode: '300' }
    expect((await gatewayDetail(north, { id })).allowedSources).toEqual([])
    const wrong = updateGateway(north, { ...edit, version: 1, allowedSources: ['203.0.113.7', 'the panel'] })
    expect(await failure(wrong)).toMatchObject({ reason: 'invalidInput', field: 'allowedSources' })
    const allowedSources = ['203.0.113.7', '10.8.0.0/16']
    await updateGateway(north, { ...edit, version: 1, allowedSources })
    expect((await gatewayDetail(north, { id })).allowedSources).toEqual(allowedSources)
  })

  test('gets no new secret, until its model is one that signs in', async () => {
    const { id } = await create({ communicationCode: '400' })
    expect(await failure(rotateGatewaySecret(north, { id }))).toMatchObject({ reason: 'precondition' })
    await updateGateway(north, { id, version: 1, name: 'Panel', modelId: mqttModelId })
    expect(await stored(id)).toMatchObject({ link_address: null, communication_code: (await stored(id)).code })
    expect(await rotateGatewaySecret(north, { id })).toMatchObject({ secret: expect.stringMatching(/./), linkAddress: null })
  })

  test('on site: the address is given, or is that of the one from stock', async () => {
    const code = newCode()
    const given = await registerGateway(north, { code, modelId, projectId, communicationCode: '500' })
    expect(given).toMatchObject({ code, secret: null, linkAddress: 'gb26875:500' })

    const preset = await createGatewayPreset(north, { code: newCode(), modelId, communicationCode: '501' })
    expect(await findGateway(north, { code: preset.code })).toMatchObject({ id: preset.id, communicationCode: '501' })
    const bound = await registerGateway(north, { code: preset.code, modelId, projectId })
    expect(bound).toMatchObject({ id: preset.id, secret: null, linkAddress: 'gb26875:501' })
    expect(await stored(preset.id)).toMatchObject({ project_id: projectId, communication_code: '501' })

    // One that was to sign in turns out to be a transmitter: its code is no address.
    const other = await createGatewayPreset(north, { code: newCode(), modelId: mqttModelId })
    const asked = { code: other.code, modelId, projectId }
    expect(await failure(registerGateway(north, asked))).toMatchObject({ reason: 'invalidInput', field: 'communicationCode' })
    expect(await registerGateway(north, { ...asked, communicationCode: '502' })).toMatchObject({ linkAddress: 'gb26875:502' })
  })

  test('its own field is named where its address is refused', async () => {
    const message = async (refused: Promise<unknown>) =>
      refused.then(
        () => '',
        ({ params }: DomainError) => String(params['fields']),
      )
    expect(await message(create({ communicationCode: '8C' }))).toMatch(/^Source address of the transmitter: must be/)
    expect(await message(create({ modelId: panelModelId, communicationCode: 'XYZ' }))).toMatch(/^Account of the panel: must be/)
  })

  test('the file of secrets of an import lists none for it', async () => {
    const link = await create({ communicationCode: '600' })
    const other = await createGateway(north, { code: newCode(), name: 'Signs in', modelId: mqttModelId })
    const codes = [link.code, other.code].map((code) => code.toLowerCase())
    expect(await gatewayImport.password?.without?.(north, codes)).toEqual(new Set([link.code.toLowerCase()]))
  })

  test('the template of imports says what its address is', async () => {
    const { stream } = await gatewayImportVerbs.importTemplate(north, { format: 'csv' })
    const text = await readText(stream)
    expect(text).toContain('its source address as a decimal number')
  })
})

const keys = ['0123456789abcdefABCDEF0123456789', '00'.repeat(24), 'fF'.repeat(32)] as const
let panels = 0
const panel = () => create({ modelId: panelModelId, communicationCode: `ABC${String(++panels).padStart(3, '0')}` })
const setKey = (id: number, linkKey?: string) => setGatewayLinkKey(north, { id, ...(linkKey === undefined ? {} : { linkKey }) })

describe('the key of a panel', () => {
  test('is set, replaced and removed; nobody can read it again', async () => {
    const { id, code } = await panel()
    expect(await gatewayDetail(north, { id })).toMatchObject({ hasLinkKey: false })
    for (const key of keys) {
      await setKey(id, key)
      const { link_key } = await stored(id)
      expect(link_key?.toString('latin1')).not.toContain(key.toLowerCase())
      expect(openLinkKey(north.config.dataDir, code, link_key ?? Buffer.alloc(0)).toString('hex')).toBe(key.toLowerCase())
      const read = JSON.stringify(await gatewayDetail(north, { id }))
      expect(read).toContain('"hasLinkKey":true')
      expect(read.toLowerCase()).not.toContain(key.toLowerCase())
    }
    await setKey(id)
    expect((await stored(id)).link_key).toBeNull()
    const rows = await world.db
      .selectFrom('audit_log')
      .select('changes')
      .where('action', '=', 'gateway.linkKey')
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
    const change = (...hasLinkKey: boolean[]) => ({ changes: { hasLinkKey } })
    expect(rows).toEqual([change(false, true), change(true, true), change(true, true), change(true, false)])
  })

  test('is refused for gateways whose protocol has none, and outside of the own companies', async () => {
    const { id } = await create({ communicationCode: '700' })
    const other = await createGateway(north, { code: newCode(), name: 'Signs in', modelId: mqttModelId })
    for (const each of [id, other.id]) {
      expect(await failure(setKey(each, keys[0]))).toMatchObject({ reason: 'precondition' })
      expect(await failure(setKey(each))).toMatchObject({ reason: 'precondition' })
    }
    const own = await panel()
    expect(await failure(setGatewayLinkKey(south, { id: own.id, linkKey: keys[0] }))).toMatchObject({ reason: 'notFound' })
  })

  test('stays when the panel is edited, and goes with its protocol', async () => {
    const { id } = await panel()
    await setKey(id, keys[0])
    await updateGateway(north, { id, version: 2, name: 'Renamed', modelId: panelModelId, communicationCode: 'FED' })
    expect(await gatewayDetail(north, { id })).toMatchObject({ hasLinkKey: true })
    await updateGateway(north, { id, version: 3, name: 'Renamed', modelId, communicationCode: '701' })
    expect((await stored(id)).link_key).toBeNull()
    const rows = await world.db.selectFrom('audit_log').select('changes').where('object_id', '=', String(id)).execute()
    expect(JSON.stringify(rows)).not.toContain('link_key')
  })
})

describe('a logged frame of SIA DC-09', () => {
  const frame: Dc09Frame = {
    id: 'ADM-CID',
    sequence: '0042',
    receiver: undefined,
    line: '0',
    account: 'ABC123',
    data: '#ABC123|1110 01 012',
    extended: {},
    time: '2026-11-28T08:00:00Z',
  }
  const decode = async (bytes: Buffer) => {
    const [decoded] = await decodePayloads(north, [{ topic: 'siaDc09:ABC123', payload: bytes.toString('hex') }])
    return decoded
  }

  test('says who sent it, and what', async () => {
    expect(await decode(writeDc09(frame))).toEqual({
      seq: 42,
      deviceTime: '2026-11-28T08:00:00Z',
      command: null,
      values: { id: 'ADM-CID', account: 'ABC123', line: '0' },
      reports: [
        {
          device: '01-012',
          format: 'CID',
          code: '1110',
          type: 'alarm',
          reason: 'Fire',
          deviceTime: '2026-11-28T08:00:00Z',
          values: {},
        },
      ],
    })
  })

  test('tells nothing of what is encrypted but that it is', async () => {
    const key = dc09Key(Buffer.from(keys[0], 'hex'))
    expect(await decode(writeDc09(frame, key))).toMatchObject({
      seq: 42,
      values: { id: 'ADM-CID', account: 'ABC123', line: '0', encrypted: true },
      reports: [],
    })
  })

  test('says what is wrong with it, and nothing can be said of what is none', async () => {
    const damaged = writeDc09(frame)
    damaged[3] = damaged[3] === 0x30 ? 0x31 : 0x30
    expect(await decode(damaged)).toMatchObject({ values: { flaw: 'checksum' }, reports: [{ code: '1110' }] })
    expect(await decode(writeDc09({ ...frame, id: 'OTHER', data: '#ABC123|?' }))).toMatchObject({
      values: { id: 'OTHER', flaw: 'id', unreadable: 1 },
      reports: [],
    })
    expect(await decode(Buffer.from('GET / HTTP/1.1'))).toBeNull()
  })
})
