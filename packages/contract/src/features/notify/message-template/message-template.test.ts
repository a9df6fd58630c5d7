import { describe, expect, test } from 'vitest'
import { enums } from '../../../enums.ts'
import { decide, type ActorFacts } from '../../../kernel/states.ts'
import { operationCodes } from '../../../menus.ts'
import { messageTaskStates } from '../message-task/task.states.ts'
import {
  smsLength,
  fillTemplate,
  hasLooseBraces,
  unknownVariables,
  variablesOf,
  withSignature,
} from './message-template.rules.ts'
import { templateStates } from './template.states.ts'

describe('the length of an SMS', () => {
  const of = (text: string) => {
    const { encoding, length, segments } = smsLength(text)
    return [encoding, length, segments]
  }
  test.each([
    ['', 'GSM-7', 0, 0],
    ['a'.repeat(160), 'GSM-7', 160, 1],
    ['a'.repeat(161), 'GSM-7', 161, 2],
    ['a'.repeat(306), 'GSM-7', 306, 2],
    ['a'.repeat(307), 'GSM-7', 307, 3],
    ['火'.repeat(70), 'UCS-2', 70, 1],
    ['火'.repeat(71), 'UCS-2', 71, 2],
    ['火'.repeat(134), 'UCS-2', 134, 2],
    ['火'.repeat(135), 'UCS-2', 135, 3],
    // A single character that GSM-7 does not have turns the whole text into UCS-2.
    [`${'a'.repeat(70)}火`, 'UCS-2', 71, 2],
    ['äöüÄÖÜß£¥€', 'GSM-7', 11, 1],
    ['€'.repeat(80), 'GSM-7', 160, 1],
    ['😀'.repeat(35), 'UCS-2', 70, 1],
  ])('%s', (text, encoding, length, segments) => {
    expect(of(text)).toEqual([encoding, length, segments])
  })
  test('a character of two units is never split between segments', () => {
    // 152 units plus a pair of two: the pair moves to the second segment, which then has 153 - 2 left.
    expect(of(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toEqual(['GSM-7', 305, 2])
    expect(of(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toEqual(['GSM-7', 306, 3])
    expect(of(`${'火'.repeat(66)}😀${'火'.repeat(65)}`)).toEqual(['UCS-2', 133, 2])
    expect(of(`${'火'.repeat(66)}😀${'火'.repeat(66)}`)).toEqual(['UCS-2', 134, 3])
  })
})

describe('variables', () => {
  test('are found, once each, and those that the event lacks are named', () => {
    expect(variablesOf('{{project}} {{ room }} {{project}}')).toEqual(['project', 'room'])
    expect(unknownVariables('{{project}} {{floor}} {{level}}', 'fault')).toEqual(['floor', 'level'])
    expect(unknownVariables('{{level}}', 'alarm')).toEqual([])
    expect(unknownVariables('{{project}}', 'notice')).toEqual(['project'])
  })
  test('an unmatched brace is detected', () => {
    expect(hasLooseBraces('{{project} burns')).toBe(true)
    expect(hasLooseBraces('project}} burns')).toBe(true)
    expect(hasLooseBraces('{{project}} {burns}')).toBe(false)
  })
  test('are filled in; an empty one leaves no gap', () => {
    expect(fillTemplate('{{project}}, {{room}}, {{device}}.', { project: 'Hotel', room: '', device: 'D 1' })).toBe('Hotel, D 1.')
    expect(fillTemplate('{{project}}，{{room}}，{{device}}', { project: '大厦', device: '烟感' })).toBe('大厦，烟感')
    expect(fillTemplate('{{constructor}}!', {})).toBe('!')
    // Placeholders inside a value are not filled in again.
    expect(fillTemplate('{{project}}', { project: '{{room}}', room: 'secret' })).toBe('{{room}}')
  })
  test('a signature stands in the brackets of its language', () => {
    expect(withSignature('消防', '测试', 'zh')).toBe('【消防】测试')
    expect(smsLength(withSignature('Fire', 'Test', 'en')).encoding).toBe('GSM-7')
    expect(withSignature('', 'Test', 'en')).toBe('Test')
  })
})

const actor: ActorFacts = { accountId: 7, accountType: 'siter', companyId: 1, operations: new Set(operationCodes) }

describe('the graph of a template', () => {
  /** Written out a second time on purpose: the graph is what is tested. */
  const allowed: Record<string, Record<string, string>> = {
    draft: { update: 'draft', submit: 'submitted' },
    submitted: { withdraw: 'draft', approve: 'approved', reject: 'rejected' },
    approved: { update: 'draft' },
    rejected: { update: 'draft', submit: 'submitted' },
  }
  const actions = [...new Set(templateStates.transitions.map(({ action }) => action))]
  const cases = enums.templateState.flatMap((state) => actions.map((action) => ({ state, action, to: allowed[state]?.[action] })))
  test.each(cases)('$action of a $state one leads to $to', ({ state, action, to }) => {
    const verdict = decide(templateStates, action, state, { submittedById: 1, submittedForId: null }, actor)
    expect(verdict).toEqual(to === undefined ? { allowed: false, reason: 'wrongState' } : { allowed: true, to })
  })
  test.each([
    { submittedById: 7, submittedForId: null },
    { submittedById: 1, submittedForId: 7 },
  ])('nobody decides about their own: %o', (facts) => {
    for (const action of ['approve', 'reject'])
      expect(decide(templateStates, action, 'submitted', facts, actor)).toEqual({
        allowed: false,
        reason: 'templateSecondPerson',
      })
  })
})

describe('the graph of a message task', () => {
  const allowed: Record<string, Record<string, string>> = {
    draft: { update: 'draft', send: 'queued' },
    queued: { begin: 'sending', fail: 'failed', cancel: 'cancelled' },
    sending: { finish: 'done', fail: 'failed', cancel: 'cancelled' },
    done: { retry: 'sending' },
    failed: { retry: 'sending' },
    cancelled: {},
  }
  const actions = [...new Set(messageTaskStates.transitions.map(({ action }) => action))]
  const cases = enums.messageTaskState.flatMap((state) =>
    actions.map((action) => ({ state, action, to: allowed[state]?.[action] })),
  )
  test.each(cases)('$action of one that is $state leads to $to', ({ state, action, to }) => {
    const verdict = decide(messageTaskStates, action, state, { failed: 1 }, actor)
    expect(verdict).toEqual(to === undefined ? { allowed: false, reason: 'wrongState' } : { allowed: true, to })
  })
  test('nothing is retried where nothing failed', () => {
    expect(decide(messageTaskStates, 'retry', 'done', { failed: 0 }, actor)).toEqual({
      allowed: false,
      reason: 'taskHasFailures',
    })
  })
})
