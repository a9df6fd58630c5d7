import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { quantile, type Bench } from './bench.ts'

/**
 * Runs the benchmarks named on the command line, or all: `npm run bench -- ingest latency`. Prints a table and writes
 * bench/results/<name>.json. Exits with 1 if a target was missed. `ROUNDS=1` takes a quick look at one figure.
 */
const all = [
  'bundle',
  'alarm-list',
  'tree',
  'size',
  'latency',
  'storm',
  'burst',
  'consoles',
  'ingest',
  'full-table',
  'notify',
  'push',
  'message-task',
  'upgrade',
  'upgrade-list',
  'import',
  'reconnect',
  'silence',
  'start',
  'kill',
  'power',
] as const
const wanted = process.argv.slice(2)
const rounds = Number(process.env.ROUNDS ?? Number.NaN)
const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })

interface Figure {
  readonly median: number
  readonly low: number
  readonly high: number
  readonly rounds: number
  readonly target: string
  readonly met: boolean | null
}

const round = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100)

const figuresOf = (bench: Bench, rows: readonly Record<string, number>[]): Record<string, Figure> => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return Object.fromEntries(
    names.map((name) => {
      const values = rows.flatMap((row) => row[name] ?? [])
      const median = quantile(values, 0.5)
      const { most, least } = bench.targets?.[name] ?? {}
      const target = most === undefined ? (least === undefined ? '' : `≥ ${least}`) : `≤ ${most}`
      const met = target === '' ? null : (most === undefined || median <= most) && (least === undefined || median >= least)
      return [
        name,
        {
          median: round(median),
          low: round(Math.min(...values)),
          high: round(Math.max(...values)),
          rounds: values.length,
          target,
          met,
        },
      ]
    }),
  )
}

let missed = 0
for (const name of all) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const { bench } = (await import(`./${name}.ts`)) as { bench: Bench }
  process.stdout.write(`\n${bench.name}: ${bench.about}\n`)
  const reason = bench.unavailable?.()
  if (reason !== undefined) {
    process.stdout.write(`  skipped: ${reason}\n`)
    continue
  }
  const rows: Record<string, number>[] = []
  try {
    await bench.setUp?.()
    const count = rounds || bench.rounds
    for (let index = 0; index < count; index++) {
      rows.push(await bench.run(index))
      process.stdout.write(`  round ${index + 1} of ${count}\n`)
    }
  } finally {
    await bench.tearDown?.()
  }
  const figures = figuresOf(bench, rows)
  console.table(
    Object.fromEntries(
      Object.entries(figures).map(([figure, { median, low, high, target, met }]) => [
        figure,
        { median, spread: `${low} – ${high}`, target, met: met === null ? '' : met ? 'yes' : 'NO' },
      ]),
    ),
  )
  missed += Object.values(figures).filter((figure) => figure.met === false).length
  const machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? '',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  writeFileSync(
    join(results, `${name}.json`),
    `${JSON.stringify({ name, at: new Date().toISOString(), machine, figures, rows }, null, 2)}\n`,
  )
}
process.stdout.write(missed === 0 ? '\nEvery target was met.\n' : `\n${missed} targets were missed.\n`)
process.exit(missed === 0 ? 0 : 1)
