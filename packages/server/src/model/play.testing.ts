import { isDeepStrictEqual } from 'node:util'
import type { TestWorld } from '../testing/context.ts'
import type { Act, Command, ReportCommand } from './commands.testing.ts'
import { ingestWriter, type Sent } from './ingest-writer.testing.ts'
import { perform, type Acted, type Ids, type People } from './people.testing.ts'
import { placeMaker, type Place } from './site.testing.ts'
import { act, copyOf, emptyModel, newestOf, report, type Model, type Target } from './simple-model.testing.ts'
import { readStored, type Stored } from './stored.testing.ts'

/** The story of one device while it is played: the model's state, and the orders that were created. */
interface Run {
  readonly place: Place
  readonly commands: readonly Command[]
  model: Model
  orderIds: number[]
  last: Sent | undefined
  /** The first difference between the model and the system. */
  difference?: string
}

export interface Played {
  readonly commands: readonly Command[]
  readonly difference: string | undefined
}

/** Messages are ten seconds apart; a late one is older than the two before it. All are in the past. */
const apartMs = 10_000
const reportAt = (base: number, step: number, { late }: ReportCommand): number =>
  base + step * apartMs - (late ? apartMs * 2.5 : 0)

const viewOf = ({ alarms, faults, orders }: Model | Stored) => ({ alarms, faults, orders })
const isReport = (one: Act | ReportCommand): one is ReportCommand => typeof one !== 'string'

const differ = (run: Run, what: string, expected: unknown, found: unknown): void => {
  run.difference ??= `${what}\n  expected ${JSON.stringify(expected)}\n  found    ${JSON.stringify(found)}`
}

const idsOf = (run: Run, stored: Stored): Ids => ({
  device: run.place.deviceId,
  alarm: stored.alarmIds.at(-1) ?? 0,
  fault: stored.faultIds.at(-1) ?? 0,
  order: run.orderIds.at(-1) ?? 0,
})

/** How many people act at the same time. */
const peopleAtOnce = 6
/** Races run at once. What devices report in them is one batch, as when several devices report while people act. */
const racesAtOnce = 6
const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: peopleAtOnce }, worker))
}

interface Race {
  readonly run: Run
  readonly act: Act
  readonly with: Act | ReportCommand
  readonly at: number
  readonly target: Target
  readonly ids: Ids
}

interface Ending {
  readonly model: Model
  readonly answers: readonly string[]
  /** The action requested second came first. */
  readonly swapped: boolean
}

/**
 * Either action was first. Or one of them lost the race: it was judged by the earlier state, found it changed, and answers so, although it
 * might have been allowed afterwards; the loser checks again. It is not a valid outcome that both are refused, or that both are done where
 * only one could be.
 */
const possibleEndings = (race: Race): Ending[] => {
  const first = (model: Model) => act(model, race.act, race.target)
  const second = (model: Model) => {
    if (!isReport(race.with)) return act(model, race.with, race.target)
    report(model, race.with, race.at)
    return 'ok'
  }
  const ending = (work: (model: Model) => Ending): Ending => work(copyOf(race.run.model))
  return [
    ending((model) => ({ model, answers: [first(model), second(model)], swapped: false })),
    ending((model) => {
      const other = second(model)
      return { model, answers: [first(model), other], swapped: true }
    }),
    ending((model) => ({ model, answers: ['wrongState', second(model)], swapped: false })),
    ...(isReport(race.with) ? [] : [ending((model) => ({ model, answers: [first(model), 'wrongState'], swapped: false }))]),
  ].filter(({ answers }) => answers.includes('ok') || answers.every((answer) => answer !== 'wrongState') || isRefusal(race))
}

/** Neither was possible from the beginning. */
const isRefusal = (race: Race): boolean => {
  const alone = [race.act, race.with].map((one) => (isReport(one) ? 'ok' : act(copyOf(race.run.model), one, race.target)))
  return !alone.includes('ok')
}

interface Finish {
  readonly race: Race
  readonly answers: readonly [string, string]
  /** The orders of the device; two may have been created in either order. */
  readonly sequences: readonly [number[], number[]]
}

const finishOf = (race: Race, [one, other]: readonly [Acted, Acted]): Finish => {
  const created = [one.orderId, other.orderId].flatMap((id) => id ?? [])
  const { orderIds } = race.run
  return {
    race,
    answers: [one.answer, other.answer],
    sequences: [
      [...orderIds, ...created],
      [...orderIds, ...created.toReversed()],
    ],
  }
}

/** Determines which outcome happened. It must be one of them, both in the answers and in everything stored. */
const settle = ({ race, answers: given, sequences }: Finish, found: readonly [Stored, Stored]): void => {
  const { run } = race
  const expected = possibleEndings(race)
  const seen: unknown[] = []
  for (const { model, answers, swapped } of expected) {
    const at = swapped ? 1 : 0
    if (isDeepStrictEqual(answers, given) && isDeepStrictEqual(viewOf(model), viewOf(found[at]))) {
      run.model = model
      run.orderIds = sequences[at]
      return
    }
    seen.push({ answers: given, ...viewOf(found[at]) })
  }
  const wanted = expected.map(({ model, answers }) => ({ answers, ...viewOf(model) }))
  differ(run, `at once: ${race.act} and ${JSON.stringify(race.with)}`, wanted, seen)
}

/** Reads once for all of them: what happens to one device does not affect another. */
const settleAll = async (world: TestWorld, finished: readonly Finish[]): Promise<void> => {
  const found = await readStored(
    world.db,
    finished.flatMap(({ race, sequences }) => sequences.map((orderIds) => ({ deviceId: race.run.place.deviceId, orderIds }))),
  )
  finished.forEach((each, index) => {
    const [first, second] = found.slice(2 * index)
    if (!first || !second) throw new Error('not read')
    settle(each, [first, second])
  })
}

/**
 * Plays stories, each on its own device, step by step for all of them. What devices report in a step is stored in ingest's batches, while
 * people act through the verbs.
 */
export const player = async (world: TestWorld, people: People): Promise<{ play: typeof play; stop: () => Promise<void> }> => {
  const makePlaces = await placeMaker(world)
  const ingest = await ingestWriter(world)

  const report1 = (run: Run, command: ReportCommand, at: number): Sent[] => {
    run.last = ingest.message(run.place, command, new Date(at))
    return Array.from({ length: command.copies }, () => run.last).filter((sent) => sent !== undefined)
  }

  const playStep = async (runs: readonly Run[], step: number, base: number): Promise<void> => {
    const live = runs.filter((run) => run.difference === undefined && run.commands[step] !== undefined)
    const messages: Sent[] = []
    const acting: { run: Run; act: Act }[] = []
    const racing: { run: Run; act: Act; with: Act | ReportCommand }[] = []
    for (const run of live) {
      const command = run.commands[step]
      if (command?.kind === 'report') {
        const at = reportAt(base, step, command)
        messages.push(...report1(run, command, at))
        report(run.model, command, at)
      }
      if (command?.kind === 'again' && run.last) messages.push(run.last)
      if (command?.kind === 'act') acting.push({ run, act: command.act })
      if (command?.kind === 'race') racing.push({ run, act: command.act, with: command.with })
    }
    const looking = [...acting, ...racing]
    const found = await readStored(
      world.db,
      looking.map(({ run }) => ({ deviceId: run.place.deviceId, orderIds: run.orderIds })),
    )
    const stored = new Map(looking.map(({ run }, index) => [run, found[index]]))
    const idsFor = (run: Run): Ids => {
      const own = stored.get(run)
      if (!own) throw new Error('not read')
      return idsOf(run, own)
    }
    const races: Race[] = racing.map(({ run, act: what, with: other }) => ({
      run,
      act: what,
      with: other,
      at: isReport(other) ? reportAt(base, step, other) : 0,
      target: newestOf(run.model),
      ids: idsFor(run),
    }))
    const finished: Finish[] = []
    // What arrives while somebody acts on the same devices is stored in its own lane at that moment.
    const runRaces = async (some: readonly Race[]) => {
      const sent = some.flatMap((race) => (isReport(race.with) ? report1(race.run, race.with, race.at) : []))
      const written = ingest.write(sent).then((): Acted => ({ answer: 'ok' }))
      const acted = await Promise.all(
        some.map((race) =>
          Promise.all([
            perform(people, race.act, race.ids),
            isReport(race.with) ? written : perform(people, race.with, race.ids),
          ]),
        ),
      )
      some.forEach((race, index) => {
        const answers = acted[index]
        if (answers) finished.push(finishOf(race, answers))
      })
    }
    await Promise.all([
      ingest.write(messages),
      inParallel(acting, async ({ run, act: what }) => {
        const { answer, orderId } = await perform(people, what, idsFor(run))
        const expected = act(run.model, what, newestOf(run.model))
        if (orderId !== undefined) run.orderIds.push(orderId)
        if (answer !== expected) differ(run, `step ${step}: ${what}`, expected, answer)
      }),
      (async () => {
        for (let at = 0; at < races.length; at += racesAtOnce) await runRaces(races.slice(at, at + racesAtOnce))
      })(),
    ])
    await settleAll(world, finished)
  }

  const play = async (stories: readonly (readonly Command[])[]): Promise<Played[]> => {
    const places = await makePlaces(stories.length)
    const runs = places.map((place, index): Run => ({
      place,
      commands: stories[index] ?? [],
      model: emptyModel(),
      orderIds: [],
      last: undefined,
    }))
    const base = Date.now() - 600_000
    const steps = Math.max(...stories.map(({ length }) => length))
    for (let step = 0; step < steps; step++) await playStep(runs, step, base)
    const found = await readStored(
      world.db,
      runs.map(({ place, orderIds }) => ({ deviceId: place.deviceId, orderIds })),
    )
    runs.forEach((run, index) => {
      const stored = found[index]
      if (stored && !isDeepStrictEqual(viewOf(run.model), viewOf(stored)))
        differ(run, 'in the end', viewOf(run.model), viewOf(stored))
    })
    return runs.map(({ commands, difference }) => ({ commands, difference }))
  }
  return { play, stop: ingest.stop }
}
