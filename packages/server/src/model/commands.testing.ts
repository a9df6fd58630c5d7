import fc from 'fast-check'

/** What a device reports: a fire, and a fault of its sensor, each with its restore. */
export const signals = { fire: '1110', fireOver: '3110', fault: '1380', faultOver: '3380' } as const
export type Signal = keyof typeof signals

/** One message of a device. `late`: it was under way for longer than the two before it. `copies`: the gateway sends it again at once. */
export interface ReportCommand {
  readonly kind: 'report'
  readonly signals: readonly Signal[]
  readonly late: boolean
  readonly copies: 1 | 2
}
/** The gateway sends the last message again. */
interface AgainCommand {
  readonly kind: 'again'
}

export const acts = [
  'confirm',
  'deal',
  'misreport',
  'dealWithReason',
  'misreportWithReason',
  'solve',
  'orderAlarm',
  'orderFault',
  'receive',
  'start',
  'fixed',
  'notPossible',
  'agree',
  'deny',
  'appraise',
  'assignAgain',
  'hold',
  'unhold',
  'cancel',
  'delete',
] as const
export type Act = (typeof acts)[number]

/** A person's action on the newest alarm, fault or order of the device. */
interface ActCommand {
  readonly kind: 'act'
  readonly act: Act
}
/** Two people at once, or a person while the device reports. */
interface RaceCommand {
  readonly kind: 'race'
  readonly act: Act
  readonly with: Act | ReportCommand
}

export type Command = ReportCommand | AgainCommand | ActCommand | RaceCommand

const signal = fc.constantFrom<Signal>('fire', 'fire', 'fireOver', 'fault', 'faultOver')
const report: fc.Arbitrary<ReportCommand> = fc.record({
  kind: fc.constant('report'),
  signals: fc.array(signal, { minLength: 1, maxLength: 3 }),
  late: fc.constantFrom(false, false, true),
  copies: fc.constantFrom(1, 1, 1, 2),
})
const act = fc.constantFrom(...acts)
/** An order has a long life, whose end a random walk would rarely reach. */
const life: fc.Arbitrary<readonly Command[]> = fc
  .tuple(
    fc.constantFrom<Act>('orderAlarm', 'orderFault'),
    fc.constantFrom<Act>('fixed', 'notPossible'),
    fc.integer({ min: 2, max: 5 }),
  )
  .map(([create, done, length]) =>
    [create, 'receive', 'start', done, 'agree'].slice(0, length).map((one) => ({ kind: 'act', act: one as Act })),
  )

const single: fc.Arbitrary<Command> = fc.oneof(
  { weight: 12, arbitrary: report },
  { weight: 2, arbitrary: fc.constant({ kind: 'again' } as const) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('act' as const), act }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('race' as const), act, with: fc.oneof(act, report) }) },
)

/** The story of one device, from its first report on. */
export const story: fc.Arbitrary<readonly Command[]> = fc
  .tuple(
    report,
    fc.array(single, { minLength: 3, maxLength: 8 }),
    fc.option(life, { nil: [], freq: 2 }),
    fc.array(single, { minLength: 1, maxLength: 4 }),
  )
  .map(([first, some, order, more]) => [first, ...some, ...order, ...more].slice(0, 15))
