import { describe, expect, test } from 'vitest'
import { operationCodes } from '../../../menus.ts'
import { enums, type EnumValue } from '../../../enums.ts'
import { actionsOf, decide, type ActorFacts } from '../../../kernel/states.ts'
import { commandStates, openCommandStates } from './command.states.ts'
import { problemOfDefinitions, readParameters, type CommandParameter } from './command-parameters.ts'

type State = EnumValue<'commandState'>

describe('the graph of a command', () => {
  /** Written out a second time on purpose: the graph is what is tested. */
  const allowed: Record<State, Partial<Record<string, State>>> = {
    waitingApproval: { approve: 'queued', deny: 'denied', cancel: 'cancelled', timeOut: 'timedOut' },
    queued: { cancel: 'cancelled', publish: 'sent', fail: 'failed', timeOut: 'timedOut' },
    sent: { resend: 'sent', deliver: 'delivered', answer: 'answered', refuse: 'refused', fail: 'failed', timeOut: 'timedOut' },
    delivered: { resend: 'sent', answer: 'answered', refuse: 'refused', fail: 'failed', timeOut: 'timedOut' },
    answered: {},
    refused: {},
    failed: {},
    timedOut: {},
    denied: {},
    cancelled: {},
  }
  const actor: ActorFacts = { accountId: 7, accountType: 'siter', companyId: 1, operations: new Set(operationCodes) }
  const actions = [...new Set(commandStates.transitions.map(({ action }) => action))]
  const cases = enums.commandState.flatMap((state) => actions.map((action) => ({ state, action, to: allowed[state][action] })))
  test.each(cases)('$action of a command that is $state leads to $to', ({ state, action, to }) => {
    const verdict = decide(commandStates, action, state, { requestedById: 1, requestedForId: null }, actor)
    expect(verdict).toEqual(to === undefined ? { allowed: false, reason: 'wrongState' } : { allowed: true, to })
  })
  test('people can only approve, deny and withdraw', () => {
    expect(actionsOf(commandStates)).toEqual(['approve', 'deny', 'cancel'])
  })
  test.each([
    { requestedById: 7, requestedForId: null },
    { requestedById: 1, requestedForId: 7 },
  ])('nobody decides about their own: %o', (facts) => {
    for (const action of ['approve', 'deny'])
      expect(decide(commandStates, action, 'waitingApproval', facts, actor)).toEqual({ allowed: false, reason: 'secondPerson' })
  })
  test('it has the states of the enumeration, and only open states have transitions', () => {
    expect(commandStates.states).toEqual(enums.commandState)
    expect(enums.commandState.filter((state) => Object.keys(allowed[state]).length > 0)).toEqual([...openCommandStates])
  })
})

describe('parameters', () => {
  const parameters: CommandParameter[] = [
    { name: 'level', type: 'integer', minimum: 1, maximum: 5, required: true },
    { name: 'ratio', type: 'number' },
    { name: 'loud', type: 'boolean', default: 'true' },
    { name: 'mode', type: 'choice', choices: ['slow', 'fast'] },
    { name: 'note', type: 'text' },
  ]
  const given = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }))
  test('are read by their types, with defaults', () => {
    const { values, problems } = readParameters(parameters, given({ level: ' 3 ', ratio: '-1.5', mode: 'fast', note: 'x' }))
    expect({ values, problems }).toEqual({
      values: { level: 3, ratio: -1.5, loud: true, mode: 'fast', note: 'x' },
      problems: [],
    })
  })
  test.each([
    [{}, [{ name: 'level', rule: 'required' }]],
    [{ level: '0' }, [{ name: 'level', rule: 'minimum', limit: 1 }]],
    [{ level: '6' }, [{ name: 'level', rule: 'maximum', limit: 5 }]],
    [{ level: '1.5' }, [{ name: 'level', rule: 'type' }]],
    [{ level: '1', ratio: 'Infinity' }, [{ name: 'ratio', rule: 'type' }]],
    [{ level: '1', loud: 'maybe' }, [{ name: 'loud', rule: 'type' }]],
    [{ level: '1', mode: 'other' }, [{ name: 'mode', rule: 'enum' }]],
    [{ level: '1', x: '1' }, [{ name: 'x', rule: 'unknown' }]],
  ])('%j is refused', (values, problems) => {
    expect(readParameters(parameters, given(values)).problems).toEqual(problems)
  })
  test('definitions are checked against themselves', () => {
    expect(problemOfDefinitions(parameters)).toBeUndefined()
  })
})
