import { execFileSync } from 'node:child_process'
import { check } from './check.ts'
import { readSources } from './import-graph.ts'
import { finish, root, run, type Results } from './run-tests.ts'
import { selectTests } from './select-tests.ts'

// `npm run test:quick [commit]`: the checks, and the tests of what has changed since that commit (the last one), in a few minutes.
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

const [since = 'HEAD'] = process.argv.slice(2)
const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
const { files, pages } = selectTests(changed, readSources())
process.stdout.write(`${changed.length} changed files: ${files.length} test files, ${pages.length} pages\n`)

const results: Results = new Map()
const checking = check({ yields: true })
await run(
  files.map((file) => `${root}/${file}`),
  { results },
)
if (pages.length > 0)
  await run([`${root}/e2e/screens.test.ts`], {
    results,
    testNamePattern: `(?:${pages.join('|')}) opens with the permission`,
  })
finish(results, await checking)
