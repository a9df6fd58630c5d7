import { join } from 'node:path'
import { type Reporter, startVitest, type TestCase } from 'vitest/node'
import { check } from './check.ts'

const count = { passed: 0, failed: 0, skipped: 0 }

/**
 * Counts the results in the last line of the run. A file that cannot be loaded, or an error outside of any test, is a failure.
 */
const counter: Reporter = {
  onTestCaseResult(test: TestCase) {
    count[test.result().state === 'pending' ? 'skipped' : stateOf(test)]++
  },
  onTestRunEnd(modules, errors) {
    count.failed += errors.length
    for (const module of modules) {
      const suites = [module, ...module.children.allSuites()]
      for (const suite of suites) count.failed += suite.errors().length
    }
  },
}

function stateOf(test: TestCase): 'passed' | 'failed' | 'skipped' {
  const { state } = test.result()
  return state === 'passed' || state === 'failed' ? state : 'skipped'
}

const filters = process.argv.slice(2)
if (filters.length === 0) {
  const checks = await check()
  count.passed += checks.passed
  count.failed += checks.failed
}
const vitest = await startVitest('test', filters, {
  root: join(import.meta.dirname, '..'),
  watch: false,
  reporters: ['default', counter],
})
await vitest.close()
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`)
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0)
