import { importLimits, type endpoints, type OutputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { ImportFiles, ImportWords } from './task-tray.tsx'
import { useTasks } from './tasks.ts'
import { Time } from './time.tsx'

/** All imports have the same result. */
export type ImportResult = OutputOf<typeof endpoints.account.importResult>

/** Imports of the last week, whose failed rows and passwords can be downloaded again. */
export const RecentImports = () => {
  const { t } = useTranslation('kit')
  const { imports } = useTasks()
  if (imports.length === 0) return null
  return (
    <details className="ew-import-step">
      <summary>{t(($) => $.import.recent)}</summary>
      {imports.map((task) => (
        <div key={task.id} className="ew-import-recent">
          <strong>{task.fileName}</strong> <Time value={task.createdAt} />
          <div>
            <ImportWords task={task} />
          </div>
          <ImportFiles {...task} />
        </div>
      ))}
    </details>
  )
}

/** The problems by row, and the files to download. */
export const ImportProblems = ({ result }: { result: ImportResult }) => {
  const { t } = useTranslation('kit')
  const { problems, failedFileId, passwordFileId } = result
  return (
    <>
      {problems.length > 0 && (
        <div className="ew-import-problems" role="region" aria-label={t(($) => $.import.problems)} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t(($) => $.import.row)}</th>
                <th scope="col">{t(($) => $.import.field)}</th>
                <th scope="col">{t(($) => $.import.problem)}</th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ row, field, label, msg }) => (
                <tr key={`${row}.${field}.${msg}`}>
                  <td>{row}</td>
                  <td>{label || t(($) => $.import.wholeRow)}</td>
                  <td>{msg}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {problems.length === importLimits.problemsShown && (
        <p className="ew-muted">{t(($) => $.import.moreProblems, { count: problems.length })}</p>
      )}
      <ImportFiles failedFileId={failedFileId} passwordFileId={passwordFileId} />
    </>
  )
}
