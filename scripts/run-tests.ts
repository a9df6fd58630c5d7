import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type InlineConfig, type Reporter, startVitest, type TestModule } from 'vitest/node'

export const root = join(import.meta.dirname, '..')

export interface FileResult {
  passed: number
  failed: number
  skipped: number
  /** One entry for each failed test, and for each error outside of any test. */
  problems: string[]
  /** Its project in vitest.config.ts. */
  kind: string
  seconds: number
}

/** By path from the project's folder. Errors that belong to no file are under `''`. */
export type Results = Map<string, FileResult>

const firstLine = (message = 'no message'): string => stripVTControlCharacters(message).split('\n', 1)[0] ?? ''

/** A file that cannot be loaded, or an error outside of any test, is a failure. */
const resultOf = (module: TestModule): FileResult => {
  const seconds = module.diagnostic().duration / 1_000
  const result: FileResult = { passed: 0, failed: 0, skipped: 0, problems: [], kind: module.project.name, seconds }
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

interface RunOptions {
  /** Its name in vitest.config.ts, or `!name` for all others. */
  readonly project?: string[]
  /** Results are added to these. */
  readonly results?: Results
  readonly testNamePattern?: string
}

/** Runs the test files whose path contains one of the filters; all of them without filters. */
export const run = async (
  filters: string[],
  { project = [], results = new Map(), testNamePattern }: RunOptions = {},
): Promise<Results> => {
  const collector: Reporter = {
    onTestRunEnd(modules, errors) {
      for (const module of modules) results.set(relative(root, module.moduleId), resultOf(module))
      const problems = [...(results.get('')?.problems ?? []), ...errors.map(({ message }) => firstLine(message))]
      if (problems.length > 0) results.set('', { passed: 0, failed: problems.length, skipped: 0, problems, kind: '', seconds: 0 })
    },
  }
  // Two runs side by side would draw over each other's summary.
  const reporters: InlineConfig['reporters'] = [['default', { summary: false }], collector]
  const name = testNamePattern === undefined ? {} : { testNamePattern }
  const vitest = await startVitest('test', filters, { root, watch: false, reporters, project, ...name })
  await vitest.close()
  return results
}

/** What the tests of each kind took, the dearest kind first: where it is worth saving. */
const printKinds = (results: Results): void => {
  const seconds = new Map<string, number>()
  for (const result of results.values()) seconds.set(result.kind, (seconds.get(result.kind) ?? 0) + result.seconds)
  const kinds = [...seconds].filter(([kind]) => kind !== '').toSorted(([, one], [, other]) => other - one)
  process.stdout.write(`${kinds.map(([kind, sum]) => `${kind} ${Math.round(sum)} s`).join(', ')}\n`)
}

/** Prints the last line, and ends the process: with success if tests ran and none failed. */
export const finish = (results: Results, checks = { passed: 0, failed: 0 }): never => {
  const count = (state: 'passed' | 'failed' | 'skipped'): number =>
    [...results.values()].reduce((sum, result) => sum + result[state], 0)
  const passed = count('passed') + checks.passed
  const failures = count('failed') + checks.failed
  printKinds(results)
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : ''
  process.stdout.write(`${passed} passed, ${failures} failed${skipped}\n`)
  process.exit(failures > 0 || passed === 0 ? 1 : 0)
}
