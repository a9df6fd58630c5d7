import { randomBytes } from 'node:crypto'
import { DomainError } from '@emberwatch/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { squarePng, uploadOf } from '../../../testing/images.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { createModel, removeModel, setModelEnabled, updateModel } from './device-model.verbs.ts'
import { createSeries, removeSeries, setSeriesEnabled, updateSeries } from './device-series.verbs.ts'
import { modelDetail, pageModels, selectModels } from './device-model.reads.ts'
import { pageSeries, selectSeries } from './device-series.reads.ts'

let world: TestWorld
let siter: Ctx
beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
})
afterAll(() => world.stop())

const mark = () => randomBytes(4).toString('hex')
const series = (more: object = {}) => {
  const code = mark()
  return { code, name: `Series ${code}`, category: 'detector' as const, network: 'lora' as const, ...more }
}
const model = (seriesId: number, more: object = {}) => {
  const code = mark()
  const timing = { heartbeatS: 60, lowBatteryPercent: 20, protocol: 'mqtt' as const }
  return { code, name: `Model ${code}`, seriesId, ...timing, ...more }
}
const refusal = (work: () => Promise<unknown>) =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'not refused',
      (error: unknown) => {
        if (error instanceof DomainError) return { reason: error.reason, field: error.field }
        throw error
      },
    )
const audits = async (kind: 'device_series' | 'device_model', id: number) =>
  (
    await world.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', kind)
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('a series', () => {
  test('is made, edited, switched off and deleted, each with its audit row', async () => {
    const { id } = await createSeries(siter, series({ manufacturer: 'Emberwatch' }))
    const { version } = await world.db
      .selectFrom('device_series')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const edited = series({ serviceYears: 10 })
    await updateSeries(siter, { id, version, ...edited })
    expect(await refusal(() => updateSeries(siter, { id, version, ...edited }))).toMatchObject({ reason: 'staleVersion' })
    const [row] = (await pageSeries(siter, { keyword: edited.code })).list
    expect(row).toMatchObject({ id, category: 'detector', serviceYears: 10, manufacturer: '', models: 0 })
    await setSeriesEnabled(siter, { id, enabled: false })
    expect((await selectSeries(siter)).map(({ value }) => value)).not.toContain(id)
    await removeSeries(siter, { id })
    expect(await audits('device_series', id)).toEqual(
      ['create', 'update', 'forbidden', 'del'].map((verb) => `deviceSeries.${verb}`),
    )
  })
  test('with a code in use cannot be created, and one with models cannot be deleted', async () => {
    const first = series()
    const { id } = await createSeries(siter, first)
    expect(await refusal(() => createSeries(siter, series({ code: first.code })))).toEqual({ reason: 'duplicate', field: 'code' })
    await createModel(siter, model(id))
    expect(await refusal(() => removeSeries(siter, { id }))).toMatchObject({ reason: 'inUse' })
  })
  test('shows its image to everybody while it has it; somebody else’s upload is not taken', async () => {
    const image = await upload(siter, { purpose: 'deviceImage' }, uploadOf(await squarePng(240, '#ffffff')))
    const other = await world.ctxOf(world.accounts.northAdmin)
    const foreign = await upload(other, { purpose: 'deviceImage' }, uploadOf(await squarePng(240, '#ffffff')))
    const input = series({ image })
    const { id } = await createSeries(siter, input)
    const isPublic = async () =>
      (await world.db.selectFrom('file').select('public').where('id', '=', image).executeTakeFirstOrThrow()).public
    expect(await isPublic()).toBe(true)
    const { image: _image, ...without } = { ...input, image }
    expect(await refusal(() => updateSeries(siter, { id, version: 1, ...without, image: foreign }))).toEqual({
      reason: 'noAccess',
      field: 'image',
    })
    await updateSeries(siter, { id, version: 1, ...without })
    expect(await isPublic()).toBe(false)
  })
})

describe('a model', () => {
  test('is made, edited, switched off and deleted, each with its audit row', async () => {
    const { id: seriesId } = await createSeries(siter, series())
    const input = model(seriesId)
    const { id } = await createModel(siter, input)
    // Three heartbeats by default (domain.md).
    expect(await modelDetail(siter, { id })).toMatchObject({
      offlineAfterS: 180,
      supervision: 'heartbeat',
      installed: 0,
      isGateway: false,
    })
    await updateModel(siter, { id, version: 1, ...input, offlineAfterS: 600, resendUnanswered: true })
    expect((await pageModels(siter, { seriesId })).list).toMatchObject([{ id, offlineAfterS: 600, resendUnanswered: true }])
    await setModelEnabled(siter, { id, enabled: false })
    expect(await selectModels(siter, { series: seriesId })).toEqual([])
    await removeModel(siter, { id })
    expect(await audits('device_model', id)).toEqual(
      ['create', 'update', 'forbidden', 'del'].map((verb) => `deviceModel.${verb}`),
    )
  })
  test.each([
    ['an offline timeout within a heartbeat', { offlineAfterS: 60 }, 'offlineAfterS'],
    ['a protocol that nothing receives', { protocol: 'coap' }, 'protocol'],
    ['a gateway that is not supervised', { isGateway: true, supervision: 'never' }, 'supervision'],
  ])('with %s is refused at its field', async (_what, more, field) => {
    const { id } = await createSeries(siter, series())
    expect(await refusal(() => createModel(siter, model(id, more)))).toEqual({ reason: 'invalidInput', field })
  })
  test('keeps a protocol of an earlier version that nothing receives, and values that no form shows', async () => {
    const { id: seriesId } = await createSeries(siter, series())
    const input = model(seriesId)
    const { id } = await createModel(siter, input)
    const thresholds = [{ name: 'temperature', maximum: 60 }]
    await sql`update device_model set protocol = 'coap', thresholds = ${JSON.stringify(thresholds)} where id = ${id}`.execute(
      world.db,
    )
    await updateModel(siter, { id, version: 1, ...input, protocol: 'coap', name: 'Renamed' })
    expect(await refusal(() => updateModel(siter, { id, version: 2, ...input, protocol: 'tcp' }))).toEqual({
      reason: 'invalidInput',
      field: 'protocol',
    })
    const { rows } = await sql`select name, protocol, thresholds from device_model where id = ${id}`.execute(world.db)
    expect(rows).toEqual([{ name: 'Renamed', protocol: 'coap', thresholds }])
  })
  test('that is in use is not deleted, even when its device was', async () => {
    const rows = await addOwnedRows(world.db, world.companies.south)
    const device = await world.db
      .updateTable('device')
      .set({ deleted_at: new Date() })
      .where('id', '=', Number(rows.device))
      .returning(['code', 'model_id'])
      .executeTakeFirstOrThrow()
    // By their codes: devices of a model often have one name.
    await expect(removeModel(siter, { id: device.model_id })).rejects.toMatchObject({
      reason: 'inUse',
      params: { dependants: expect.arrayContaining([device.code]) },
    })
  })
})
