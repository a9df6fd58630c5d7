import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { createFleet, type Fleet } from '@emberwatch/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startStandIn,
  twilioSignature,
  type StandIn,
} from '../packages/server/src/features/notify/notify-provider/stand-ins.fixture.ts'
import { texts as alarmEn } from '../packages/web/src/features/alarms/alarm/alarm.en.ts'
import { texts as alarmZh } from '../packages/web/src/features/alarms/alarm/alarm.zh.ts'
import { shell as shellEn } from '../packages/web/src/i18n/en/shell.ts'
import { shell as shellZh } from '../packages/web/src/i18n/zh/shell.ts'
import { captureFailures, startConsole, type Console } from './console.ts'
import { alternating } from './languages.ts'
import { addSite, type E2eSite } from './site.ts'

/**
 * A night with trouble: the first provider fails and the next one takes over, somebody presses 1 on the telephone, a channel that is down
 * is reported everywhere, and so is a fire about which nobody could be notified.
 */
const languages = [
  { language: 'zh', shared: zh, shell: shellZh, alarm: alarmZh },
  { language: 'en', shared: en, shell: shellEn, alarm: alarmEn },
] as const

const secret = 'the token of the account'
const phones = { engineer: '13900000001', manager: '13900000002', administrator: '13900000003' } as const
const taken = { status: 200, body: '{"id":"s-1"}' }
const broken = { status: 500, body: '{}' }

describe.each(alternating(import.meta.filename, languages))('in $language', ({ language, shared, shell, alarm }) => {
  let console: Console
  let site: E2eSite
  /** Nobody was called about it yet. */
  let other: E2eSite
  let fleet: Fleet
  let first: StandIn
  let second: StandIn
  let calls: StandIn
  const ids: number[] = []

  beforeAll(async () => {
    console = await startConsole()
    const { db, world, mqttUrl, call, tokenOf, url } = console.server
    const { northEngineer, northAdmin, siterAdmin } = world.accounts
    first = await startStandIn(() => broken)
    second = await startStandIn(() => taken)
    calls = await startStandIn(() => ({ status: 201, body: `{"sid":"CA${calls.heard.length}"}` }))
    for (const [account, phone] of [
      [northEngineer, phones.engineer],
      [northAdmin, phones.manager],
      [siterAdmin, phones.administrator],
    ] as const)
      await db.updateTable('account').set({ phone, language }).where('id', '=', account.id).execute()
    const usual = { ratePerMinute: 600, timeoutS: 5, enabled: true, allowPrivate: true }
    const sms = { ...usual, kind: 'httpSms', bodyFormat: 'json', body: '{"to":"{{phone}}","text":"{{content}}"}', refPath: 'id' }
    const voice = { ...usual, kind: 'twilioVoice', accountSid: `AC${'0'.repeat(32)}`, authToken: secret, fromNumber: '+15550100' }
    for (const provider of [
      { ...sms, name: 'First', priority: 1, url: first.url },
      { ...sms, name: 'Second', priority: 2, url: second.url },
      { ...voice, name: 'Calls', priority: 1, endpoint: calls.url, publicUrl: url },
    ]) {
      const made = await call('POST', 'web/notifyProvider/create', provider, await tokenOf(siterAdmin))
      if (!made.success) throw new Error(made.msg)
      ids.push((made.data as { id: number }).id)
    }
    site = await addSite(db, world.companies.north, world.customers.north)
    other = await addSite(db, world.companies.north, world.customers.north)
    const step = (afterS: number, account: { id: number }, channel: string) => ({
      afterS,
      receivers: [{ kind: 'accounts', accountIds: [account.id] }],
      channels: [channel],
      answerS: 300,
      repeats: 0,
      everyS: 0,
    })
    const rule = {
      name: 'At night',
      events: ['alarm'],
      steps: [step(0, northEngineer, 'sms'), step(1, northAdmin, 'voice')],
      stopWhen: 'taken',
      mergeWindowS: 0,
    }
    const made = await call('POST', 'web/messageNotify/create', rule, await tokenOf(northAdmin))
    if (!made.success) throw new Error(made.msg)
    fleet = createFleet({ url: mqttUrl ?? '', gateways: [site.gateway, other.gateway], heartbeatSeconds: 0 })
    await fleet.start()
  })
  afterAll(async () => {
    await fleet?.stop()
    await console?.stop()
    for (const standIn of [first, second, calls]) await standIn?.stop()
  })
  captureFailures(() => console.windows)

  const calledAt = (phone: string): StandIn['heard'] =>
    calls.heard.filter(({ text }) => new URLSearchParams(text).get('To')?.endsWith(phone))

  test('the next provider takes over from one that fails, and the pages show it', async () => {
    await fleet.report(site.gateway.devices[0]?.code ?? '', 'smoke')
    await expect.poll(() => second.heard.length, { timeout: 20_000 }).toBe(1)
    expect(first.heard.length).toBeGreaterThan(0)
    const desk = await console.open({
      language,
      as: console.server.world.accounts.siterAdmin,
      at: '/system/operatorConfig?tab=providers',
    })
    const { page } = desk
    await page.getByRole('row', { name: 'First' }).getByText(shared.enums.providerState.failing).waitFor()
    await page.getByRole('row', { name: 'Second' }).getByText(shared.enums.providerState.up).waitFor()
    await desk.expectClean()
    await desk.go('/message/messageRecordList')
    await page
      .getByRole('row', { name: /139\*\*\*\*0001/ })
      .getByText('Second')
      .waitFor()
    await desk.expectClean()
    await desk.close()
  })

  test('pressing 1 in a call takes the alarm over: the page shows it, and nobody else is called', async () => {
    const { db, world } = console.server
    const { id } = await db.selectFrom('alarm').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    const desk = await console.open({ language, as: world.accounts.northEngineer, at: `/alarm/alarmLogList/detail?id=${id}` })
    const { page } = desk
    await page.getByRole('main').getByText(shared.enums.alarmState.unconfirmed).first().waitFor()
    await expect.poll(() => calledAt(phones.manager).length, { timeout: 20_000 }).toBe(1)
    const twiml = new URLSearchParams(calledAt(phones.manager)[0]?.text).get('Twiml') ?? ''
    const action = (/action="([^"]+)"/.exec(twiml)?.[1] ?? '').replaceAll('&amp;', '&')
    const press = (token: string) => {
      const form = { CallSid: 'CA1', CallStatus: 'in-progress', Digits: '1' }
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilioSignature(action, form, token),
      }
      return fetch(action, { method: 'POST', headers, body: new URLSearchParams(form) })
    }
    expect((await press('guessed')).status).toBe(404)
    expect((await press(secret)).status).toBe(200)
    // Updated by the live event, without a reload.
    await page.getByRole('main').getByText(shared.enums.alarmState.confirmed).first().waitFor()
    await page.getByRole('main').getByText(shared.enums.journeyStep.siteTaken).first().waitFor()
    await page.getByRole('main').getByText('North Admin').first().waitFor()
    await desk.expectClean()
    const run = () => db.selectFrom('notification_run').select('state').where('alarm_id', '=', id).execute()
    await expect.poll(run, { timeout: 15_000 }).toEqual([{ state: 'stopped' }])
    await desk.close()
  })

  test('a channel without a working provider is reported on every page, by readiness and over another channel, until it works again', async () => {
    const { world, call, tokenOf, url } = console.server
    const token = await tokenOf(world.accounts.siterAdmin)
    const tryIt = (id: number | undefined) => call('POST', 'web/notifyProvider/test', { id, to: '13800000009' }, token)
    const ready = async () => {
      const response = await fetch(`${url}/health/ready`)
      return [response.status, ((await response.json()) as { delivery: string }).delivery]
    }
    const desk = await console.open({ language, as: world.accounts.northAdmin, at: '/alarm/alarmLogList' })
    const banner = desk.page.locator('[data-problems~="delivery"]')
    expect(await banner.count()).toBe(0)
    second.answer = () => broken
    for (const id of ids.slice(0, 2)) for (let attempt = 0; attempt < 4; attempt++) await tryIt(id)
    await banner.getByText(shell.health.title.delivery).waitFor()
    await desk.expectClean()
    // Everything else works, so load balancers keep using this process.
    expect(await ready()).toEqual([200, expect.stringContaining('sms')])
    await expect.poll(() => calledAt(phones.administrator).length, { timeout: 20_000 }).toBe(1)

    second.answer = () => taken
    await tryIt(ids[1])
    await banner.waitFor({ state: 'detached' })
    expect(await ready()).toEqual([200, 'ok'])
    await desk.close()
  })

  test('a fire about which nobody could be notified says so in its row, on its page and on every page, until it is closed', async () => {
    const { db, world, call, tokenOf } = console.server
    const desk = await console.open({ language, as: world.accounts.northAdmin, at: '/message/messageList' })
    const { page } = desk
    const banner = page.locator('[data-unreached]')
    for (const standIn of [first, second, calls]) standIn.answer = () => ({ status: 400, body: '{}' })
    await fleet.report(other.gateway.devices[0]?.code ?? '', 'smoke')
    await banner.getByText(alarm.unreachedBanner).waitFor()
    expect(await banner.getAttribute('data-unreached')).toBe('1')
    await desk.expectClean()
    await desk.go('/alarm/alarmLogList')
    const { id } = await db.selectFrom('alarm').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    await page.locator(`tr[data-row="${id}"]`).getByText(alarm.unreached, { exact: true }).waitFor()
    await banner.getByRole('link').click()
    await page.waitForURL(new RegExp(`alarmLogList/detail\\?id=${id}`))
    await page.getByRole('main').getByRole('alert').filter({ hasText: alarm.page.unreached }).waitFor()
    await desk.expectClean()
    // Whoever should know is notified in the site.
    await desk.go('/message/messageList')
    await page.locator('tbody').getByText(shared.messages.alarmUnreached.name).first().waitFor()
    const token = await tokenOf(world.accounts.northAdmin)
    for (const [step, more] of [
      ['confirm', {}],
      ['misreport', { cause: 'steam', note: 'steam', reason: 'the detector is being dried' }],
    ] as const) {
      const done = await call('POST', `web/alarmRecord/${step}`, { id, ...more }, token)
      expect(done, done.msg).toMatchObject({ success: true })
    }
    await banner.waitFor({ state: 'detached' })
    await desk.close()
  })
})
