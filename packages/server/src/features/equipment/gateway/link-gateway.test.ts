import { text as readText } from 'node:stream/consumers'
import type { DomainError, endpoints, InputOf } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { createGateway, createGatewayPreset, rotateGatewaySecret, updateGateway } from './gateway.verbs.ts'
import { findGateway, registerGateway } from './gateway-binding.verbs.ts'
import { gatewayDetail, selectGatewayModels } from './gateway.reads.ts'
import { gatewayWorld, type GatewayWorld } from './gateway.testing.ts'
import { gatewayImportVerbs } from './import-gateways.ts'

/** Gateways that are known by an address: transmitters of GB/T 26875.3. */

let world: GatewayWorld['world']
let north: Ctx
let modelId: number
let mqttModelId: number
let projectId: number

beforeAll(async () => {
  ;({ world, north, projectId, modelId: mqttModelId } = await gatewayWorld())
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

  test('the template of imports says what its address is', async () => {
    const { stream } = await gatewayImportVerbs.importTemplate(north, { format: 'csv' })
    const text = await readText(stream)
    expect(text).toContain('its source address as a decimal number')
  })
})
