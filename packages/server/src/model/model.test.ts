import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../testing/context.ts'
import { runCount } from '../testing/runs.ts'
import { story, type Command } from './commands.testing.ts'
import { player, type Played } from './play.testing.ts'

// Random stories of devices and people, compared with a simple model: 2,000 per `npm test`, 10,000 per `npm run test:models`. MODEL_SEED
// replays the stories of a seed; MODEL_RUNS sets the number.

const runs = runCount('MODEL_RUNS', 10_000)
const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2 ** 31)
const wave = 1_000

let world: TestWorld
let played: Awaited<ReturnType<typeof player>>

beforeAll(async () => {
  world = await testWorld()
  const { siterAdmin, siterEngineer } = world.accounts
  const [operator, engineer] = await Promise.all([world.ctxOf(siterAdmin), world.ctxOf(siterEngineer)])
  played = await player(world, { operator, engineer, engineerId: siterEngineer.id })
})
afterAll(async () => {
  await played.stop()
  await world.stop()
})

const storiesOf = (of: number, count: number): (readonly Command[])[] => fc.sample(story, { seed: of, numRuns: count })

/** The same story, reduced to the fewest commands that still show a difference. */
const shortest = async (commands: readonly Command[]): Promise<Played> => {
  let [found] = await played.play([commands])
  if (!found || found.difference === undefined) return { commands, difference: 'only among others: a matter of timing' }
  for (let at = found.commands.length - 1; at >= 0; at--) {
    const shorter: readonly Command[] = found.commands.filter((_, index) => index !== at)
    if (shorter.length === 0) break
    const [again] = await played.play([shorter])
    if (again?.difference !== undefined) found = again
  }
  return found
}

const playAll = async (of: number, count: number): Promise<Played[]> => {
  const all: Played[] = []
  const stories = storiesOf(of, count)
  for (let from = 0; from < count; from += wave) all.push(...(await played.play(stories.slice(from, from + wave))))
  return all
}

test('alarms, faults and orders behave as in the model', async () => {
  const from = performance.now()
  const all = await playAll(seed, runs)
  const differing = all.filter(({ difference }) => difference !== undefined)
  const commands = all.reduce((sum, one) => sum + one.commands.length, 0)
  console.info(`MODEL_SEED=${seed}: ${runs} stories, ${commands} commands, ${Math.round(performance.now() - from)} ms`)
  for (const one of differing.slice(0, 5)) {
    const short = await shortest(one.commands)
    console.error(`MODEL_SEED=${seed}\n${one.difference}\nshortest: ${JSON.stringify(short.commands)}\n${short.difference}`)
  }
  expect(all).toHaveLength(runs)
  expect(differing).toHaveLength(0)
}, 600_000)

test('a defect is found: an alarm that was confirmed is not raised again', async () => {
  await sql
    .raw(
      `create function planted() returns trigger language plpgsql as $$ begin new.state := 'confirmed'; return new; end $$;
       create trigger planted before update on alarm for each row
         when (old.state = 'confirmed' and new.state = 'unconfirmed') execute function planted()`,
    )
    .execute(world.db)
  const all = await playAll(seed, 200)
  await sql.raw('drop function planted cascade').execute(world.db)
  expect(all.filter(({ difference }) => difference !== undefined).length).toBeGreaterThan(0)
})
