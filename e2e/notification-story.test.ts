import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { createFleet, type Fleet } from '@emberwatch/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  isAliyunSigned,
  startStandIn,
  type StandIn,
} from '../packages/server/src/features/notify/notify-provider/stand-ins.fixture.ts'
import { startMailServer, type MailServer } from '../packages/server/src/testing/mail-server.ts'
import { texts as escalationEn } from '../packages/web/src/features/alarms/alarm/alarm-escalation.en.ts'
import { texts as escalationZh } from '../packages/web/src/features/alarms/alarm/alarm-escalation.zh.ts'
import { texts as templateEn } from '../packages/web/src/features/notify/message-template/message-template.en.ts'
import { texts as templateZh } from '../packages/web/src/features/notify/message-template/message-template.zh.ts'
import { texts as providerEn } from '../packages/web/src/features/notify/notify-provider/notify-provider.en.ts'
import { texts as providerZh } from '../packages/web/src/features/notify/notify-provider/notify-provider.zh.ts'
import { texts as ruleEn } from '../packages/web/src/features/notify/notify-rule/notify-rule.en.ts'
import { texts as ruleZh } from '../packages/web/src/features/notify/notify-rule/notify-rule.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { alarms as phoneEn } from '../packages/web/src/mobile/alarms.en.ts'
import { alarms as phoneZh } from '../packages/web/src/mobile/alarms.zh.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'
import { button, openPhoneOf } from './phone.ts'
import { addSite, type E2eSite } from './site.ts'

/**
 * One night: mail and SMS are set up, a template and a rule are written, and the console shows who would be called. A detector
 * reports fire, the steps run on the alarm's page, somebody takes over on the phone, nobody else is notified, and the record shows
 * who was.
 */
const languages = [
  {
    language: 'zh',
    shared: zh,
    kit: kitZh,
    template: templateZh,
    escalation: escalationZh,
    provider: providerZh,
    rule: ruleZh,
    phone: phoneZh,
    name: '夜间火警',
    text: '【{{project}}】{{room}} {{type}}',
    said: /Tower .*101/,
  },
  {
    language: 'en',
    shared: en,
    kit: kitEn,
    template: templateEn,
    escalation: escalationEn,
    provider: providerEn,
    rule: ruleEn,
    phone: phoneEn,
    name: 'Fire at night',
    text: 'Fire at {{project}}, room {{room}}: {{type}}',
    said: /Fire at Tower .*101/,
  },
] as const

const secret = 'a-secret-of-the-stand-in'

describe.each(alternating(import.meta.filename, languages))(
  'in $language',
  ({ language, shared, kit, template, escalation, provider, rule, phone, name, text, said }) => {
    let console: Console
    let site: E2eSite
    let fleet: Fleet
    let sms: StandIn
    let mail: MailServer

    beforeAll(async () => {
      mail = await startMailServer()
      let count = 0
      sms = await startStandIn((request) =>
        isAliyunSigned(request, 'key-of-the-stand-in', secret)
          ? { status: 200, body: JSON.stringify({ Code: 'OK', Message: 'OK', RequestId: 'r', BizId: `biz-${++count}` }) }
          : { status: 400, body: JSON.stringify({ Code: 'SignatureDoesNotMatch', Message: 'wrong signature', RequestId: 'r' }) },
      )
      console = await startConsole()
      const { db, world, mqttUrl } = console.server
      await db.updateTable('account').set({ email: 'north@example.com' }).where('id', '=', world.accounts.northAdmin.id).execute()
      site = await addSite(db, world.companies.north, world.customers.north)
      const person = { project_id: site.projectId, role: 'manager' as const, language, enabled: true }
      await db
        .insertInto('project_notifier')
        .values([
          { ...person, methods: ['sms'], seq: 1, name: 'Keyholder One', phone: '13800000001' },
          { ...person, methods: ['sms'], seq: 2, name: 'Keyholder Two', phone: '13800000002' },
        ])
        .execute()
      fleet = createFleet({ url: mqttUrl ?? '', gateways: [site.gateway], heartbeatSeconds: 0 })
      await fleet.start()
    })
    afterAll(async () => {
      await fleet?.stop()
      await console?.stop()
      await sms?.stop()
      await mail?.stop()
    })
    captureFailures(() => console.windows)

    const shot = async ({ page }: Window, what: string): Promise<void> => {
      const folder = process.env['SHOTS']
      if (folder) await page.screenshot({ path: `${folder}/night-${what}-${language}.png`, fullPage: true })
    }
    const filled = (words: string, values: Readonly<Record<string, string | number>>): string =>
      Object.entries(values).reduce((all, [field, value]) => all.replace(`{{${field}}}`, String(value)), words)
    /** Chooses in a drop-down that has only a label for screen readers. */
    const pick = async ({ page }: Window, label: string, option: string): Promise<void> => {
      await page.getByLabel(label, { exact: true }).last().click()
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: option })
        .first()
        .click()
    }

    test('mail and SMS are set up and tested', async () => {
      const desk = await console.open({
        language,
        as: console.server.world.accounts.siterAdmin,
        at: '/system/operatorConfig?tab=providers',
      })
      const { page } = desk
      await page.getByText(provider.channels.nobody).waitFor()
      const dialog = page.getByRole('dialog')
      const field = (of: keyof typeof shared.fields) => dialog.getByLabel(shared.fields[of], { exact: true })
      const tested = async (row: string, label: string, to: string) => {
        await pressAction(page.getByRole('row', { name: row }), provider.test.action)
        await dialog.getByLabel(label).fill(to)
        await dialog.getByRole('button', { name: provider.test.send }).click()
        await dialog.locator('.ant-alert-success').waitFor()
        await desk.expectClean()
        await dialog.getByRole('button', { name: kit.close }).last().click()
        await page.getByRole('row', { name: row }).getByText(shared.enums.providerState.up).waitFor()
      }
      await page.getByRole('button', { name: provider.create }).click()
      await field('name').fill('Mail')
      await field('host').fill('127.0.0.1')
      await field('port').fill(String(mail.port))
      await desk.choose(shared.fields.security, shared.enums.providerSecurity.none)
      await field('mailFrom').fill('Watch <watch@example.com>')
      await desk.submit()
      await dialog.waitFor({ state: 'hidden' })
      await tested('Mail', provider.test.toMail, 'guard@example.com')
      expect(mail.mails).toHaveLength(1)

      await page.getByRole('button', { name: provider.create }).click()
      await desk.choose(shared.fields.kind, shared.enums.providerKind.aliyunSms)
      await field('name').fill('SMS')
      await field('signName').fill('Emberwatch')
      await field('templateCode').fill('SMS_1')
      await field('accessKeyId').fill('key-of-the-stand-in')
      await field('endpoint').fill(sms.url)
      await field('allowPrivate').click()
      await field('accessKeySecret').fill(secret)
      await desk.submit()
      await dialog.waitFor({ state: 'hidden' })
      await tested('SMS', provider.test.toPhone, '13800000009')
      expect(sms.heard).toHaveLength(1)
      await expect.poll(() => page.getByText(provider.channels.nobody).count()).toBe(0)
      await shot(desk, 'providers')
      await desk.close()
    })

    test('a template is written and approved, and a rule that uses it; it says who would be called', async () => {
      const { northAdmin, siterAdmin } = console.server.world.accounts
      const desk = await console.open({ language, as: northAdmin, at: '/message/messageTemplateList' })
      const { page } = desk
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: kit.create }).first().click()
      await dialog.getByLabel(shared.fields.code, { exact: true }).fill('FIRE')
      await dialog.getByLabel(shared.fields.name, { exact: true }).fill(name)
      await desk.choose(shared.fields.event, shared.enums.templateEvent.alarm)
      await desk.choose(shared.fields.channel, shared.enums.notifyMethod.sms)
      await desk.choose(shared.fields.language, language === 'zh' ? '中文' : 'English')
      await dialog.locator('#content').fill(text)
      await desk.submit()
      await dialog.waitFor({ state: 'hidden' })
      const row = page.getByRole('row', { name })
      await pressAction(row, template.submit)
      await page.locator('.ant-modal-confirm .ant-btn-primary, .ant-modal .ant-btn-primary').last().click()
      await row.getByText(shared.enums.templateState.submitted).waitFor()
      const second = await console.open({ language, as: siterAdmin, at: '/message/messageTemplateList' })
      await pressAction(second.page.getByRole('row', { name }), template.decide)
      await second.page.getByRole('radio', { name: template.agree }).check()
      await second.submit()
      await second.page.getByRole('row', { name }).getByText(new RegExp(shared.enums.templateState.approved)).waitFor()
      await second.close()

      await desk.go('/message/messageNotifyList')
      await page.getByRole('button', { name: rule.create }).click()
      await dialog.getByLabel(shared.fields.name, { exact: true }).fill(name)
      const step = (index: number, what: string) => filled(rule.step.of, { index, what })
      // Without phone calls, for which there is no provider here.
      await pick(desk, step(1, rule.step.channels), shared.enums.notifyMethod.voice)
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: rule.step.add }).click()
      await pick(desk, step(2, filled(rule.step.receiver, { at: 1 })), shared.enums.notifyReceiver.accounts)
      const whom = `${filled(rule.step.receiver, { at: 1 })}, ${filled(rule.step.who, { kind: shared.enums.notifyReceiver.accounts })}`
      await pick(desk, step(2, whom), 'North Admin')
      await page.keyboard.press('Escape')
      await pick(desk, step(2, rule.step.channels), shared.enums.notifyMethod.mail)
      await page.keyboard.press('Escape')
      await dialog.getByLabel(step(2, rule.step.afterS)).fill('900')
      await shot(desk, 'rule')
      await desk.expectClean()
      await desk.submit()
      await page.getByRole('row', { name }).waitFor()
      await desk.close()

      const who = await console.open({
        language,
        as: northAdmin,
        at: `/project/projectList/detail?id=${site.projectId}&tab=who`,
      })
      const line = who.page.getByRole('list', { name: rule.preview.lines })
      for (const person of ['Keyholder One', 'Keyholder Two', 'North Admin']) await line.getByText(person).first().waitFor()
      // Nobody is notified by this.
      expect(sms.heard).toHaveLength(1)
      await shot(who, 'who')
      await who.expectClean()
      await who.close()
    })

    test('people are notified of a fire step by step, until somebody takes it over on the phone; the record shows it', async () => {
      const { db, world } = console.server
      const before = { sms: sms.heard.length, mails: mail.mails.length }
      await fleet.report(site.gateway.devices[0]?.code ?? '', 'smoke')
      await expect.poll(() => sms.heard.length, { timeout: 15_000 }).toBe(before.sms + 1)
      const request = new URL(sms.heard.at(-1)?.path ?? '', 'http://stand-in').searchParams
      expect([request.get('PhoneNumbers'), request.get('TemplateParam')]).toEqual([
        expect.stringContaining('13800000001'),
        expect.stringMatching(said),
      ])
      const { id } = await db.selectFrom('alarm').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
      const desk = await console.open({ language, as: world.accounts.northAdmin, at: `/alarm/alarmLogList/detail?id=${id}` })
      const journey = desk.page.getByRole('main')
      await journey.getByText('Keyholder One').first().waitFor()
      // The journey names the rule.
      await journey.getByText(new RegExp(name)).first().waitFor()
      // The second step would be due in a quarter of an hour.
      await desk.go(`/alarm/alarmLogList/detail?id=${id}&tab=results`)
      await button(desk.page, escalation.escalate).click()
      await shot(desk, 'escalate')
      await desk.page.getByRole('dialog').getByRole('button', { name: escalation.escalate }).click()
      await desk.page.getByText(escalation.last).waitFor({ timeout: 20_000 })
      await shot(desk, 'escalated')
      await desk.expectClean()
      await desk.go(`/alarm/alarmLogList/detail?id=${id}`)
      await journey.getByText(shared.enums.journeyStep.escalated).first().waitFor()
      await journey.getByText('North Admin').first().waitFor({ timeout: 20_000 })
      await expect.poll(() => mail.mails.length, { timeout: 15_000 }).toBe(before.mails + 1)
      // The reasons why the channels before it were not used.
      await journey.getByText(new RegExp(`North Admin · ${shared.enums.notifyMethod.sms} · `)).waitFor()
      await shot(desk, 'alarm')
      await desk.expectClean()

      const pocket = await openPhoneOf(console, language, world.accounts.northAdmin)
      await pocket.page.evaluate(`location.hash = '/alarms'`)
      await pocket.page.getByText(/101/).first().waitFor()
      await shot(pocket, 'phone')
      await pocket.expectClean()
      await button(pocket.page, phone.take).click()
      await button(pocket.page, phone.release).waitFor()
      await pocket.expectClean()

      const run = () => db.selectFrom('notification_run').select('state').where('alarm_id', '=', id).execute()
      await expect.poll(run, { timeout: 15_000 }).toEqual([{ state: 'stopped' }])
      const records = await db
        .selectFrom('message_record')
        .select(['receiver', 'channel'])
        .where('alarm_id', '=', id)
        .orderBy('id')
        .execute()
      expect(records).toEqual([
        { receiver: 'Keyholder One', channel: 'sms' },
        { receiver: 'North Admin', channel: 'mail' },
      ])
      await desk.go('/message/messageRecordList')
      for (const person of ['Keyholder One', 'North Admin'])
        await desk.page
          .getByRole('row', { name: new RegExp(person) })
          .first()
          .waitFor()
      expect(await desk.page.getByText('Keyholder Two').count()).toBe(0)
      await shot(desk, 'records')
      await desk.expectClean()
    })
  },
)
