import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The longest files, longest first: if one of these started last, it would keep a single worker busy while the others are idle.
 * Files that compute alternate with files that wait, so that the two workers seldom want both cores at once.
 */
const long = [
  'e2e/desk.test.ts',
  'e2e/session.test.ts',
  'e2e/duty-desk.test.ts',
  'e2e/screens.test.ts',
  'e2e/tenants.test.ts',
  'e2e/administration.test.ts',
  'packages/server/src/model/model.test.ts',
  'packages/server/src/platform/sheets/sheets.test.ts',
  'packages/server/src/hostile.test.ts',
  'packages/server/src/model/upgrades-kill.test.ts',
  'packages/server/src/outages.test.ts',
  'packages/server/src/contract.test.ts',
  'packages/server/src/platform/database/embedded-postgres.test.ts',
  'packages/server/src/features/ingest/ingest/fire-mutations.test.ts',
]
const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = long.findIndex((file) => moduleId.endsWith(`/${file}`))
  return rank === -1 ? long.length : rank
}

/** Vitest's own order from its record of the last run, with the long files first, because a fresh clone has no record. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project)
    return [...projects.values()].flatMap((each) => each.toSorted((one, other) => rankOf(one) - rankOf(other)))
  }
}
