// Checks the rules of CONTRIBUTING.md ("Style") that the linter does not know.
import { isTestCode, readSources, type Sources } from './import-graph.ts'

interface Rule {
  readonly wrong: RegExp
  readonly say: string
  readonly exempt?: (file: string) => boolean
}

/** The clock itself, and what runs before there is one or outside the server. */
const ownTime = (file: string): boolean =>
  file === 'packages/server/src/platform/context.ts' || !file.startsWith('packages/server/src/')

const isMigration = (file: string): boolean => file.startsWith('packages/server/migrations/')

const rules: readonly Rule[] = [
  {
    // A generator has no other form.
    wrong: /^\s*(?:export )?(?:async )?function\s+\w/,
    say: 'functions are constants: `const name = (…) => …`',
    exempt: isMigration,
  },
  // Tests may hand over what does not fit.
  {
    wrong: /\bas never\b/,
    say: '`as never` fits everywhere, so it hides whatever else is wrong; say what it is',
    exempt: isTestCode,
  },
  {
    wrong: /^\s*(?:export )?const [A-Z][A-Z0-9_]+\b(?=\s*[:=])/,
    say: 'constants have names like all others: `lockMs`, not `LOCK_MS`',
  },
  {
    wrong: /\bnew Date\(\)/,
    say: 'the time comes from a clock: `ctx.clock.now()`',
    exempt: (file) => isTestCode(file) || ownTime(file),
  },
]

const isComment = /^\s*(?:\/\/|\/?\*)/

export function styleProblems(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    const asked = rules.filter(({ exempt }) => !exempt?.(file))
    return text.split('\n').flatMap((line, index) => {
      if (isComment.test(line)) return []
      return asked.flatMap(({ wrong, say }) => (wrong.test(line) ? [`${file}:${index + 1}: ${say}`] : []))
    })
  })
}

if (import.meta.main) {
  const problems = styleProblems(readSources())
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
