import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, texts } from '../../../platform/i18n.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { png, uploadOf, webm } from '../../../testing/images.ts'
import { pdfText } from '../../../testing/pdf-text.ts'
import { recordCall } from '../../alarms/alarm-call/record-call.ts'
import { saveChecklist, tickStep } from '../../alarms/alarm-check/alarm-check.verbs.ts'
import { addNote } from '../../alarms/alarm-note/alarm-note.verbs.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { resolveAlarm } from '../../alarms/alarm/lifecycle/transition-alarm.ts'
import { recordNotified } from '../../alarms/alarm/lifecycle/journey.ts'
import { readFile } from '../../base/file/file.reads.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { exactly } from './paper.ts'
import { makeFile } from './alarm-file.verbs.ts'

/** The text of an alarm's PDF, extracted the way a reader would copy it. */

let world: TestWorld
let north: Ctx
let site: Site

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())
beforeEach(async () => {
  site = await addSite(world.db, world.companies.north)
  await world.db.deleteFrom('project_notifier').where('project_id', '=', site.project).execute()
})

const notifier = async (seq: number, name: string, phone: string): Promise<number> => {
  const { id } = await world.db
    .insertInto('project_notifier')
    .values({ project_id: site.project, seq, name, phone, role: 'security', methods: ['voice'], language: 'zh' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Rounds of rules: one that called somebody, one of a company above, whose people are hidden, and one without anybody to notify. */
const notified = (alarmId: number) => [
  {
    alarmId,
    detail: {
      told: [{ kind: 'callList', name: 'Porter', channel: 'voice' }],
      leftOut: [{ kind: 'callList', name: 'Chief', channel: 'app', reason: 'noAddress' }],
    },
  },
  { alarmId, detail: { told: [{ kind: 'duty', name: null, channel: 'inSite' }], leftOut: [] } },
  { alarmId, detail: { told: [], leftOut: [] } },
]

/** A fire to which everything possible has happened. */
const handledFire = async () => {
  const alarm = await addAlarm(world.db, site, { first_at: world.clock.now(), gateway_id: site.gateway })
  const notifierId = await notifier(1, '王师傅', '13800001111')
  await recordCall(north, { id: alarm.id, notifierId, callResult: 'noAnswer', note: 'Rang out' })
  await recordCall(north, { id: alarm.id, notifierId, callResult: 'answered', note: '正在赶往现场' })
  const sent = {
    company_id: site.owner.id,
    path: site.owner.path,
    project_id: site.project,
    alarm_id: alarm.id,
    cause: 'rule' as const,
  }
  await world.db
    .insertInto('message_record')
    .values([
      { ...sent, channel: 'sms', receiver: 'Night watch', phone: '13800002222', content: 'Fire in hall 7', state: 'delivered' },
      { ...sent, channel: 'voice', receiver: 'Caretaker', phone: '13800003333', state: 'noAnswer', failure_kind: 'refused' },
      { ...sent, channel: 'mail', receiver: 'Office', email: 'office@example.com', content: 'Mail of the fire', state: 'sent' },
    ])
    .execute()
  await saveChecklist(north, { projectId: site.project, version: 0, checkSteps: ['Open the gate', 'Warn the neighbours'] })
  await tickStep(north, { id: alarm.id, text: 'Open the gate', done: true })
  await tickStep(north, { id: alarm.id, text: 'Warn the neighbours', done: true })
  await tickStep(north, { id: alarm.id, text: 'Warn the neighbours', done: false })
  const photo = await upload(north, { purpose: 'photo' }, uploadOf(await png(40, 30)))
  const video = await upload(north, { purpose: 'video' }, uploadOf(webm, 'stairs.webm'))
  await addNote(north, { id: alarm.id, text: '厨房油烟 Smoke in the kitchen', photos: [photo], videos: [video] })
  await recordNotified(world.db, notified(alarm.id), new Date())
  await resolveAlarm(north, {
    id: alarm.id,
    handleWay: 'onSite',
    note: 'Waste bin on fire',
    result: 'realFire',
    losses: 'One bin',
    photos: [],
  })
  return alarm
}

test.each(['zh', 'en'] as const)('the paper in %s contains the whole story, to the millisecond and in order', async (locale) => {
  const alarm = await handledFire()
  const made = await makeFile({ ...north, locale }, { id: alarm.id })
  const { stream } = await readFile(north, { id: made.fileId })
  const pages = pdfText(await buffer(stream))
  const plain = (text: string): string => text.replaceAll(/\s/g, '')
  const text = plain(pages.join(''))
  const words = texts[locale].pdf.alarmFile
  const { time_zone: timeZone } = await world.db
    .selectFrom('project')
    .select('time_zone')
    .where('id', '=', site.project)
    .executeTakeFirstOrThrow()
  const raised = exactly({ alarm: { timeZone } } as Parameters<typeof exactly>[0], alarm.first_at)
  const held = [
    raised,
    enumLabel(locale, 'alarmLevel', 'fire'),
    // Calls by hand with outcome and note; numbers stay masked.
    '王师傅',
    '138****1111',
    enumLabel(locale, 'callOutcome', 'noAnswer'),
    enumLabel(locale, 'callOutcome', 'answered'),
    'Rang out',
    '正在赶往现场',
    // Messages sent, by channel.
    'Night watch',
    'Fire in hall 7',
    enumLabel(locale, 'recordState', 'delivered'),
    'Caretaker',
    enumLabel(locale, 'recordState', 'noAnswer'),
    'Mail of the fire',
    // What the operators did.
    'Open the gate',
    'Warn the neighbours',
    '厨房油烟 Smoke in the kitchen',
    enumLabel(locale, 'alarmResult', 'realFire'),
    enumLabel(locale, 'handleWay', 'onSite'),
    'Waste bin on fire',
    'One bin',
    // Whom the rules notified, who was left out and why, and that there was nobody to notify.
    `Porter · ${enumLabel(locale, 'notifyMethod', 'voice')}`,
    `Chief · ${enumLabel(locale, 'notifyMethod', 'app')} · ${enumLabel(locale, 'leftOutReason', 'noAddress')}`,
    `${enumLabel(locale, 'notifyReceiver', 'duty')} · ${enumLabel(locale, 'notifyMethod', 'inSite')}`,
    words.nobodyNotified,
    words.unticked.replace('{{text}}', 'Warn the neighbours'),
    // A video, by its hash.
    createHash('sha256').update(webm).digest('hex'),
    'North Admin',
    made.checkCode,
  ]
  for (const part of held) expect(text, part).toContain(plain(part))
  for (const number of ['13800001111', '13800002222', '13800003333']) expect(text).not.toContain(number)
  const headings = [words.where, words.what, words.handling, words.journey, words.calls, words.sms, words.voice, words.mail]
  let at = 0
  for (const heading of headings) {
    at = text.indexOf(plain(heading), at + 1)
    expect(at, heading).toBeGreaterThan(0)
  }
  // Each page names its alarm and the check code.
  for (const page of pages) expect(plain(page)).toContain(made.checkCode)
})

test('somebody who may not see call lists sees no calls on paper either', async () => {
  const alarm = await handledFire()
  const operations = new Set([...north.actor.operations].filter((operation) => operation !== 'projectNotifier:view'))
  const ctx = { ...north, locale: 'en' as const, actor: { ...north.actor, operations } }
  const { fileId } = await makeFile(ctx, { id: alarm.id })
  const text = pdfText(await buffer((await readFile(north, { id: fileId })).stream)).join('\n')
  expect(text).toContain('Waste bin on fire')
  expect(text).not.toContain('王师傅')
  expect(text).not.toContain(texts.en.pdf.alarmFile.calls)
})
