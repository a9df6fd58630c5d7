import { DownloadOutlined } from '@ant-design/icons'
import { endpoints } from '@emberwatch/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useEffect, type ReactNode } from 'react'
import { readBlob, saveBlob } from '../api/files.ts'
import {
  type ImportTask,
  dismissTask,
  exportKey,
  importKey,
  isOver,
  syncTask,
  useFollowed,
  type ExportTask,
} from './followed-tasks.ts'
import { downloadFinished, saveExport, useTasks } from './tasks.ts'

/** The files of an import: the failed rows, and the passwords of new accounts. */
export const ImportFiles = ({ failedFileId, passwordFileId }: Pick<ImportTask, 'failedFileId' | 'passwordFileId'>) => {
  const { t } = useTranslation('kit')
  const save = async (id: string, name: string) => {
    const blob = await readBlob(endpoints.file.read, { id })
    saveBlob(blob, name + (blob.type.includes('csv') ? '.csv' : '.xlsx'))
  }
  const files = [
    { id: failedFileId, label: t(($) => $.import.failedRows), name: t(($) => $.import.failedFile), type: 'default' as const },
    { id: passwordFileId, label: t(($) => $.import.passwords), name: t(($) => $.import.passwordFile), type: 'primary' as const },
  ]
  return (
    <>
      <div className="ew-import-files">
        {files.map(
          ({ id, label, name, type }) =>
            id !== null && (
              // The call shows its failure.
              <Button
                key={id}
                type={type}
                icon={<DownloadOutlined aria-hidden />}
                onClick={() => void save(id, name).catch(() => {})}
              >
                {label}
              </Button>
            ),
        )}
      </div>
      {passwordFileId !== null && <p className="ew-muted">{t(($) => $.import.passwordsHint)}</p>}
    </>
  )
}

interface EntryProps {
  task: ExportTask | ImportTask
  label: string
  onClose: () => void
  children: ReactNode
}

const Entry = ({ task, label, onClose, children }: EntryProps) => {
  const { t } = useTranslation('kit')
  const { done, total } = task
  return (
    <div className="ew-tray-job">
      {children}
      <button type="button" className="ew-plain" aria-label={t(($) => $.close)} onClick={onClose}>
        ×
      </button>
      {!isOver(task) && <progress aria-label={label} max={total || 1} {...(total > 0 ? { value: done } : {})} />}
    </div>
  )
}

const ExportEntry = ({ task }: { task: ExportTask }) => {
  const { t } = useTranslation('kit')
  const { state, done, total, fileName } = task
  return (
    <Entry task={task} label={t(($) => $.export.export)} onClose={() => dismissTask(exportKey(task), task)}>
      <span role="status">
        {state === 'waiting' && t(($) => $.export.started)}
        {state === 'running' && t(($) => $.export.progress, { done, total })}
        {state === 'failed' && t(($) => $.export.failed)}
        {state === 'done' && (
          <button type="button" className="ew-plain ew-link" onClick={() => void saveExport(task).catch(() => {})}>
            {t(($) => $.export.done, { name: fileName ?? '' })}
          </button>
        )}
      </span>
    </Entry>
  )
}

/** The progress of an import, as text. */
export const ImportWords = ({ task }: { task: ImportTask }) => {
  const { t } = useTranslation('kit')
  const { state, resumed, done, total, msg } = task
  if (resumed && !isOver(task)) return t(($) => $.import.continues, { done, total })
  if (state === 'waiting') return t(($) => $.import.waiting)
  if (state === 'running') return t(($) => $.import.running, { done, total })
  const result = t(($) => $.import.done, task)
  return state === 'done' ? result : t(($) => $.import.stoppedAfter, { reason: msg, result })
}

const ImportEntry = ({ task }: { task: ImportTask }) => {
  const { t } = useTranslation('kit')
  return (
    <Entry task={task} label={t(($) => $.import.import)} onClose={() => dismissTask(importKey(task), task)}>
      <div>
        <strong>{t(($) => $.import.of, { name: task.fileName })}</strong>
        <div role="status">
          <ImportWords task={task} />
        </div>
        <ImportFiles {...task} />
      </div>
    </Entry>
  )
}

/** Running and finished exports and imports, in a corner of the screen. */
export const TaskTray = () => {
  const { t } = useTranslation('kit')
  const tasks = useTasks()
  const followed = useFollowed((state) => state.keys)
  useEffect(() => {
    downloadFinished(tasks)
    for (const task of tasks.exports) syncTask(exportKey(task), task)
    for (const task of tasks.imports) syncTask(importKey(task), task)
  }, [tasks])
  const exports = tasks.exports.filter((task) => followed.includes(exportKey(task)))
  const imports = tasks.imports.filter((task) => followed.includes(importKey(task)))
  if (exports.length + imports.length === 0) return null
  return (
    <section className="ew-tray" aria-label={t(($) => $.tasks)}>
      {exports.map((task) => (
        <ExportEntry key={exportKey(task)} task={task} />
      ))}
      {imports.map((task) => (
        <ImportEntry key={importKey(task)} task={task} />
      ))}
    </section>
  )
}
