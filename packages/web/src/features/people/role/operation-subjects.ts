import { labelled, sharedTexts } from '../../../i18n/i18n.ts'
import { subjectsOf } from './grant-tree.ts'

/** `subjectsOf` in the reader's language. */
export const operationSubjects = (pages: Parameters<typeof subjectsOf>[0]): Map<string, string> =>
  subjectsOf(pages, (subject) => (sharedTexts().audit.subjects as Record<string, string>)[subject])

/** Operations in one line: “View · Edit”, or “Floor plan: View · Edit”. */
export const ofSubject = (subject: string, labels: readonly string[]): string => {
  const all = labels.join(' · ')
  return subject === '' ? all : labelled(subject, all)
}
