import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type InlineConfig, type Reporter, startVitest, type TestModule } from 'vitest/node'
import { check } from './check.ts'

const root = join(import.meta.dirname, '..')

interface FileResult {
  passed: number
  failed: number
  skipped: number
  /** One entry for each failed test, and for each error outside of any test. */
  problems: string[]
}

/** By path from the project's folder. Errors that belong to no file are under `''`. */
type Results = Map<string, FileResult>

const firstLine = (message = 'no message'): string => stripVTControlCharacters(message).split('\n', 1)[0] ?? ''

/** A file that cannot be loaded, or an error outside of any test, is a failure. */
function resultOf(module: TestModule): FileResult {
  const result: FileResult = { passed: 0, failed: 0, skipped: 0, problems: [] }
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result()
    if (state === 'failed') result.problems.push(`${test.fullName}: ${firstLine(errors[0]?.message)}`)
    result[state === 'pending' ? 'skipped' : state]++
  }
  for (const suite of [module, ...module.children.allSuites()])
    for (const error of suite.errors()) result.problems.push(firstLine(error.message))
  result.failed = result.problems.length
  return result
}

/** `project`: its name in vitest.config.ts, or `!name` for all others. */
async function run(filters: string[], project: string[] = [], results: Results = new Map()): Promise<Results> {
  const collector: Reporter = {
    onTestRunEnd(modules, errors) {
      for (const module of modules) results.set(relative(root, module.moduleId), resultOf(module))
      const problems = [...(results.get('')?.problems ?? []), ...errors.map(({ message }) => firstLine(message))]
      if (problems.length > 0) results.set('', { passed: 0, failed: problems.length, skipped: 0, problems })
    },
  }
  // Two runs side by side would draw over each other's summary.
  const reporters: InlineConfig['reporters'] = [['default', { summary: false }], collector]
  const vitest = await startVitest('test', filters, { root, watch: false, reporters, project })
  await vitest.close()
  return results
}

/** Files that only wait run beside everything else: two workers leave half of two cores to it. */
async function runAll(): Promise<Results> {
  const results: Results = new Map()
  await Promise.all([run([], ['!waiting'], results), run([], ['waiting'], results)])
  return results
}

const failedIn = (results: Results): [file: string, result: FileResult][] => [...results].filter(([, { failed }]) => failed > 0)

/** If more files than this have failed, it is not just a busy machine. */
const maxSecondAttempts = 10

const filters = process.argv.slice(2)
// Browser tests wait so often that the checks are done before them.
const checking = filters.length === 0 ? check({ aside: true }) : undefined
const results = await (filters.length === 0 ? runAll() : run(filters))
const checks = await checking

// A build machine shares its cores with others. There, a file that failed is run again after everything else, on its own. A file that needed the
// second run is named as flaky; one that fails again has failed.
const failed = failedIn(results)
if (process.env['CI'] === 'true' && failed.length > 0 && failed.length <= maxSecondAttempts && !results.has('')) {
  const second = await run(failed.map(([file]) => join(root, file)))
  for (const [file, { problems }] of failed) {
    const again = second.get(file)
    if (again === undefined) continue
    results.set(file, again)
    if (again.failed === 0) for (const problem of problems) process.stdout.write(`flaky: ${file} > ${problem}\n`)
  }
  const stray = second.get('')
  if (stray !== undefined) results.set('', stray)
}

const count = (state: 'passed' | 'failed' | 'skipped'): number =>
  [...results.values()].reduce((sum, result) => sum + result[state], 0)
const passed = count('passed') + (checks?.passed ?? 0)
const failures = count('failed') + (checks?.failed ?? 0)
const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : ''
process.stdout.write(`${passed} passed, ${failures} failed${skipped}\n`)
process.exit(failures > 0 || passed === 0 ? 1 : 0)
