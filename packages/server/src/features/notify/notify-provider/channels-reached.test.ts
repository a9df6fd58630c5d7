import type { EnumValue } from '@emberwatch/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemClock } from '../../../platform/context.ts'
import { alarmDetail } from '../../alarms/alarm/alarm-detail.reads.ts'
import { alarmExport, pageAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { listReached } from '../../alarms/alarm/reached.ts'
import { showAlarms } from '../../alarms/alarm/show-alarms.ts'
import { mailResults, pushResults } from '../../base/message-record/message-record.reads.ts'
import { newAlarm } from './notify-provider.fixture.ts'
import { takeReceipt } from './take-receipt.ts'
import { useProviders } from './use-providers.fixture.ts'

type Channel = Exclude<EnumValue<'notifyMethod'>, 'inSite'>
type State = Parameters<typeof takeReceipt>[2]['receipt']['state']

const t = useProviders()
const north = () => t.world.ctxOf(t.world.accounts.northAdmin)
const provider = async (): Promise<number> => (await t.http('https://sms.example.com', { enabled: false })).id

/** A message about an alarm that a provider has accepted. @returns the key by which receipts name it */
const sent = async (channel: Channel, alarmId: number | null, providerId: number): Promise<string> => {
  const key = randomUUID()
  const { id: company_id, path } = t.world.companies.north
  const row = { company_id, path, alarm_id: alarmId, cause: 'rule' as const, receiver: 'Li Wei', channel }
  await t.world.db
    .insertInto('message_record')
    .values({ ...row, key, state: 'sent', provider_id: providerId, sent_at: new Date(), attempts: 1, content: channel })
    .execute()
  return key
}
const receive = (providerId: number, ref: string, state: State): Promise<boolean | null> => {
  const ctx = { ...t.world.systemCtx, clock: systemClock }
  return takeReceipt(ctx, async () => undefined, { providerId, receipt: { ref, state } })
}
/** The channels in the list, which must equal those on the alarm's page. */
const reachedOf = async (alarmId: number): Promise<readonly EnumValue<'notifyMethod'>[]> => {
  const ctx = await north()
  const { reached } = await alarmDetail(ctx, { id: alarmId })
  const { list } = await pageAlarms(ctx, { pageSize: 100 })
  expect(list.find(({ id }) => id === alarmId)?.reached).toEqual(reached)
  return reached
}

test('an alarm names the channels over which somebody was reached, each once', async () => {
  const { alarmId } = await newAlarm(t.world)
  const id = await provider()
  const [sms, again, mail, push, call, ringing] = await Promise.all(
    (['sms', 'sms', 'mail', 'app', 'voice', 'voice'] as const).map((channel) => sent(channel, alarmId, id)),
  )
  expect(await reachedOf(alarmId)).toEqual([])
  await receive(id, sms ?? '', 'delivered')
  await receive(id, again ?? '', 'delivered')
  expect(await reachedOf(alarmId)).toEqual(['sms'])
  // A phone that only rang has reached nobody.
  await receive(id, ringing ?? '', 'delivered')
  await receive(id, ringing ?? '', 'noAnswer')
  expect(await reachedOf(alarmId)).toEqual(['sms'])
  await receive(id, call ?? '', 'answered')
  await receive(id, mail ?? '', 'read')
  await receive(id, push ?? '', 'delivered')
  expect(await reachedOf(alarmId)).toEqual(['app', 'mail', 'sms', 'voice'])
  const ctx = await north()
  expect(await mailResults(ctx, { id: alarmId })).toMatchObject([{ content: 'mail', state: 'read' }])
  expect(await pushResults(ctx, { id: alarmId })).toMatchObject([{ content: 'app', state: 'delivered' }])
  const { list } = await alarmExport.page(ctx, { after: null, pageSize: 100 })
  const column = alarmExport.columns.find(({ field }) => field === 'reached')
  const texts = list.filter((row) => row.id === alarmId).map((row) => column?.text?.(row, 'en'))
  expect(texts).toEqual(['App push, E-mail, SMS, Phone call'])
})

test('sent or failed messages have reached nobody; messages about no alarm or another one do not count', async () => {
  const { alarmId } = await newAlarm(t.world)
  const { alarmId: other } = await newAlarm(t.world)
  const id = await provider()
  await receive(id, await sent('sms', alarmId, id), 'failed')
  await receive(id, await sent('voice', alarmId, id), 'busy')
  await receive(id, await sent('sms', null, id), 'delivered')
  await receive(id, await sent('sms', other, id), 'delivered')
  expect(await reachedOf(alarmId)).toEqual([])
  expect(await reachedOf(other)).toEqual(['sms'])
})

test('alarms are found by the channels over which somebody was reached, even one that is locked meanwhile', async () => {
  const { db } = t.world
  const [one, two, neither] = [await newAlarm(t.world), await newAlarm(t.world), await newAlarm(t.world)]
  const id = await provider()
  await receive(id, await sent('sms', one.alarmId, id), 'delivered')
  await receive(id, await sent('voice', one.alarmId, id), 'answered')
  await receive(id, await sent('sms', two.alarmId, id), 'read')
  await receive(id, await sent('sms', neither.alarmId, id), 'failed')
  const ids = [one.alarmId, two.alarmId, neither.alarmId]
  const foundBy = async (reached: Channel) => {
    const { list } = await pageAlarms(await north(), { reached, pageSize: 80 })
    return list.map((row) => row.id).filter((found) => ids.includes(found))
  }
  // One of the alarms is locked: its receipt did not wait for that, and the other alarm does not either.
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('alarm').select('id').where('id', '=', two.alarmId).forUpdate().execute()
    await listReached(db)
    expect(await foundBy('sms')).toEqual([one.alarmId])
  })
  await listReached(db)
  expect(await foundBy('sms')).toEqual([two.alarmId, one.alarmId])
  expect(await foundBy('voice')).toEqual([one.alarmId])
  expect(await foundBy('mail')).toEqual([])
  await receive(id, await sent('mail', two.alarmId, id), 'delivered')
  await listReached(db)
  expect(await foundBy('mail')).toEqual([two.alarmId])
  expect(await foundBy('sms')).toEqual([two.alarmId, one.alarmId])
  expect(await listReached(db)).toBe(0)
})

test('a console has reached somebody once it has shown the alarm', async () => {
  const { alarmId } = await newAlarm(t.world)
  expect(await reachedOf(alarmId)).toEqual([])
  await showAlarms(await north(), { ids: [alarmId] })
  expect(await reachedOf(alarmId)).toEqual(['inSite'])
})
