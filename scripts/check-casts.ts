// Checks that no source casts to `never`: it fits everywhere, so it hides whatever else is wrong. Tests may hand over what does not fit.
import { isTestCode, readSources, type Sources } from './import-graph.ts'

const isComment = /^\s*(?:\/\/|\/?\*)/

export function castProblems(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (isTestCode(file)) return []
    return text.split('\n').flatMap((line, index) => {
      if (isComment.test(line) || !/\bas never\b/.test(line)) return []
      return [`${file}:${index + 1}: \`as never\` fits everywhere; say what it is`]
    })
  })
}

if (import.meta.main) {
  const problems = castProblems(readSources())
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
