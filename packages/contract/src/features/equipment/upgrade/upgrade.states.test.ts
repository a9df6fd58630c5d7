import { describe, expect, test } from 'vitest'
import { enums, type EnumValue } from '../../../enums.ts'
import { actionsOf, decide, type ActorFacts } from '../../../kernel/states.ts'
import { operationCodes } from '../../../menus.ts'
import {
  upgradeSilenceMs,
  upgradeSilentSince,
  wavesFit,
  windowFits,
  upgradeDeviceStates,
  upgradeTaskStates,
  type UpgradeTaskFacts,
} from './upgrade.states.ts'

const actor: ActorFacts = { accountId: 7, accountType: 'siter', companyId: 1, operations: new Set(operationCodes) }

const ready: UpgradeTaskFacts = {
  editionState: 'released',
  approval: 'none',
  requestedById: 1,
  requestedForId: null,
  frozenAt: '2026-01-01T00:00:00.000Z',
  startedAt: null,
  waves: [10, 100],
  windowFrom: null,
  windowTo: null,
  total: 4,
  waiting: 4,
  sent: 0,
  downloading: 0,
  verifying: 0,
  installing: 0,
  succeeded: 0,
  failed: 0,
  skipped: 0,
}

describe('the graph of an upgrade task', () => {
  type State = EnumValue<'upgradeTaskState'>
  /** Written out a second time on purpose: the graph is what is tested. */
  const allowed: Record<State, Partial<Record<string, State>>> = {
    disabled: { save: 'disabled', enable: 'enabled', delete: 'disabled' },
    enabled: {
      approve: 'enabled',
      reject: 'disabled',
      disable: 'disabled',
      suspend: 'suspended',
      stop: 'suspended',
      complete: 'completed',
      finish: 'completed',
      terminate: 'terminated',
    },
    suspended: { resume: 'enabled', complete: 'completed', terminate: 'terminated' },
    completed: { delete: 'completed' },
    terminated: { delete: 'terminated' },
  }
  /** Facts that allow an action, in addition to the state. */
  const fit: Partial<Record<string, Partial<UpgradeTaskFacts>>> = {
    approve: { approval: 'waiting' },
    reject: { approval: 'waiting' },
    complete: { succeeded: 1 },
  }
  const actions = [...new Set(upgradeTaskStates.transitions.map(({ action }) => action))]
  const cases = enums.upgradeTaskState.flatMap((state) =>
    actions.map((action) => ({ state, action, to: allowed[state][action] })),
  )
  test.each(cases)('$action of a task that is $state leads to $to', ({ state, action, to }) => {
    const verdict = decide(upgradeTaskStates, action, state, { ...ready, ...fit[action] }, actor)
    expect(verdict).toEqual(to === undefined ? { allowed: false, reason: 'wrongState' } : { allowed: true, to })
  })
  test.each<[string, State, Partial<UpgradeTaskFacts>, string]>([
    ['enable', 'disabled', { editionState: 'withdrawn' }, 'upgradeEditionReleased'],
    ['enable', 'disabled', { editionState: 'draft' }, 'upgradeEditionReleased'],
    ['enable', 'disabled', { total: 0 }, 'upgradeHasDevices'],
    ['enable', 'disabled', { waves: [50] }, 'upgradeWavesFit'],
    ['enable', 'disabled', { windowFrom: 60 }, 'upgradeWindowFits'],
    ['approve', 'enabled', {}, 'upgradeApprovalWaits'],
    ['approve', 'enabled', { approval: 'waiting', requestedById: 7 }, 'upgradeSecondPerson'],
    ['approve', 'enabled', { approval: 'waiting', requestedForId: 7 }, 'upgradeSecondPerson'],
    ['approve', 'enabled', { approval: 'waiting', editionState: 'withdrawn' }, 'upgradeEditionReleased'],
    ['reject', 'enabled', { approval: 'waiting', requestedById: 7 }, 'upgradeSecondPerson'],
    ['disable', 'enabled', { startedAt: '2026-01-01T00:00:00.000Z' }, 'upgradeNothingSent'],
    ['disable', 'enabled', { sent: 1 }, 'upgradeNothingSent'],
    ['disable', 'enabled', { failed: 1 }, 'upgradeNothingSent'],
    ['suspend', 'enabled', { approval: 'waiting' }, 'upgradeApprovalDone'],
    ['terminate', 'enabled', { approval: 'waiting' }, 'upgradeApprovalDone'],
    ['resume', 'suspended', { editionState: 'withdrawn' }, 'upgradeEditionReleased'],
    ['complete', 'suspended', {}, 'upgradeSomeSucceeded'],
    ['delete', 'terminated', { installing: 1 }, 'upgradeNoneUnderWay'],
    ['delete', 'completed', { downloading: 1 }, 'upgradeNoneUnderWay'],
  ])('%s of a task that is %s with %o is refused: %s', (action, state, facts, reason) => {
    expect(decide(upgradeTaskStates, action, state, { ...ready, ...facts }, actor)).toEqual({ allowed: false, reason })
  })
  test('nobody acts without the operation', () => {
    const nobody = { ...actor, operations: new Set<string>() }
    for (const action of actionsOf(upgradeTaskStates)) {
      const state = enums.upgradeTaskState.find((each) => allowed[each][action] !== undefined) ?? 'disabled'
      expect(decide(upgradeTaskStates, action, state, { ...ready, ...fit[action] }, nobody)).toEqual({
        allowed: false,
        reason: 'noAccess',
      })
    }
  })
})

describe('the graph of a device in a task', () => {
  type State = EnumValue<'upgradeDeviceState'>
  const over = { again: 'waiting', succeed: 'succeeded', fail: 'failed', install: 'installing' } as const
  const allowed: Record<State, Partial<Record<string, State>>> = {
    waiting: { offer: 'sent', succeed: 'succeeded', fail: 'failed', leave: 'skipped', skip: 'skipped' },
    sent: { ...over, download: 'downloading', verify: 'verifying' },
    downloading: { ...over, download: 'downloading', verify: 'verifying' },
    verifying: { ...over, verify: 'verifying' },
    installing: over,
    succeeded: { rollBack: 'succeeded' },
    failed: { succeed: 'succeeded', retry: 'waiting' },
    skipped: { retry: 'waiting' },
  }
  const facts = { taskState: 'enabled', initialVersion: '1.0.0' } as const
  const actions = [...new Set(upgradeDeviceStates.transitions.map(({ action }) => action))]
  const cases = enums.upgradeDeviceState.flatMap((state) =>
    actions.map((action) => ({ state, action, to: allowed[state][action] })),
  )
  test.each(cases)('$action of a device that is $state leads to $to', ({ state, action, to }) => {
    const verdict = decide(upgradeDeviceStates, action, state, facts, actor)
    expect(verdict).toEqual(to === undefined ? { allowed: false, reason: 'wrongState' } : { allowed: true, to })
  })
  test('a task that is over takes nothing up again, and nobody goes back to an unknown version', () => {
    expect(decide(upgradeDeviceStates, 'retry', 'failed', { ...facts, taskState: 'completed' }, actor)).toEqual({
      allowed: false,
      reason: 'upgradeTaskRuns',
    })
    // A task of a company above that the caller cannot see.
    expect(decide(upgradeDeviceStates, 'retry', 'failed', { ...facts, taskState: null }, actor)).toEqual({
      allowed: false,
      reason: 'upgradeTaskSeen',
    })
    expect(decide(upgradeDeviceStates, 'rollBack', 'succeeded', { ...facts, initialVersion: null }, actor)).toEqual({
      allowed: false,
      reason: 'upgradeEarlierVersion',
    })
  })
})

test.each<[readonly number[], boolean]>([
  [[100], true],
  [[5, 25, 100], true],
  [[5, 5, 100], false],
  [[25, 5, 100], false],
  [[5, 25], false],
  [[], false],
])('waves %o fit: %s', (waves, fits) => {
  expect(wavesFit(waves)).toBe(fits)
})

test.each<[number | null, number | null, boolean]>([
  [null, null, true],
  [60, 300, true],
  [1380, 300, true],
  [60, 60, false],
  [60, null, false],
  [null, 60, false],
])('a window from %s to %s fits: %s', (windowFrom, windowTo, fits) => {
  expect(windowFits({ windowFrom, windowTo })).toBe(fits)
})

test('devices under way that are silent are reported, and nothing else is', () => {
  const started = '2026-01-01T00:00:00.000Z'
  const task = { state: 'enabled', sent: 1, downloading: 0, verifying: 0, installing: 0, heardAt: null, startedAt: started }
  const late = Date.parse(started) + upgradeSilenceMs + 1
  expect(upgradeSilentSince(task, late)).toBe(started)
  expect(upgradeSilentSince(task, late - 2)).toBeNull()
  expect(upgradeSilentSince({ ...task, heardAt: new Date(late).toISOString() }, late)).toBeNull()
  expect(upgradeSilentSince({ ...task, sent: 0 }, late)).toBeNull()
})
