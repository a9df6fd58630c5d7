import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { errorCatalogue, importRowsOf, type ImportCalls } from '@emberwatch/contract'
import { Alert, Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { download, upload } from '../api/files.ts'
import { useRefresh } from '../api/hooks.ts'
import { ImportProblems, RecentImports, type ImportResult } from './import-result.tsx'
import { isOver } from './followed-tasks.ts'
import { followImport } from './tasks.ts'
import './import-dialog.css'

interface ImportDialogProps {
  title: string
  calls: ImportCalls<string>
  onClose: () => void
}

const formats = ['xlsx', 'csv'] as const
const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

const passing: readonly number[] = [
  errorCatalogue.unavailable.code,
  errorCatalogue.tooManyRequests.code,
  errorCatalogue.internal.code,
]
/** The import continues even if this request gets no answer; the next one may get it. */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && passing.includes(error.code))

/** Runs an import, dry or real, and reports its progress until it has ended or the dialog is closed. After that, the tray takes over. */
const useImportRun = ({ import: start, importResult: read }: ImportCalls<string>) => {
  const [result, setResult] = useState<ImportResult>()
  const gone = useRef<AbortController>(undefined)
  const left = useRef<number>(undefined)
  useEffect(() => {
    const closed = new AbortController()
    gone.current = closed
    return () => {
      closed.abort()
      if (left.current !== undefined) followImport(left.current)
    }
  }, [])
  const run = async (fileId: string, dryRun: boolean): Promise<void> => {
    const { importId } = await call(start, { fileId, dryRun }, { quiet: true })
    if (!dryRun) left.current = importId
    for (let wait = 150; !gone.current?.signal.aborted; wait = Math.min(2_000, wait * 1.5)) {
      await pause(wait)
      const now = await call(read, { id: importId }, { quiet: true }).catch((error: unknown) => {
        if (!isPassing(error)) throw error
      })
      if (gone.current?.signal.aborted) break
      if (!now) continue
      setResult(now)
      if (!isOver(now)) continue
      // Passwords must not be lost when the dialog is closed.
      if (now.passwordFileId === null) left.current = undefined
      return
    }
  }
  return { result, forget: () => setResult(undefined), run }
}

const Progress = ({ result, uploaded }: { result: ImportResult | undefined; uploaded: boolean }) => {
  const { t } = useTranslation('kit')
  const { done = 0, total = 0, dryRun, state, resumed } = result ?? {}
  const words = () => {
    if (!uploaded) return t(($) => $.import.uploading)
    if (resumed) return t(($) => $.import.continues, { done, total })
    if (!result || state === 'waiting') return t(($) => $.import.waiting)
    return dryRun ? t(($) => $.import.checking, { done, total }) : t(($) => $.import.running, { done, total })
  }
  return (
    <div className="ew-import-progress">
      <span role="status">{words()}</span>
      <progress aria-label={t(($) => $.import.import)} max={total || 1} {...(total > 0 ? { value: done } : {})} />
      {dryRun === false && <p className="ew-muted">{t(($) => $.import.goesOn)}</p>}
    </div>
  )
}

/** Template, file, dry run with problems row by row, then the import itself (screens.md section 0, "Import"). */
export default function ImportDialog({ title, calls, onClose }: ImportDialogProps) {
  const { t } = useTranslation('kit')
  const refresh = useRefresh()
  const { result, forget, run } = useImportRun(calls)
  const [file, setFile] = useState<{ name: string; id?: string }>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const chooser = useRef<HTMLInputElement>(null)

  const doing = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const check = (chosen: File) =>
    doing(async () => {
      forget()
      setFile({ name: chosen.name })
      const id = await upload(chosen, 'import', { quiet: true })
      setFile({ name: chosen.name, id })
      await run(id, true)
    })
  const importNow = (id: string) =>
    doing(async () => {
      forget()
      await run(id, false)
      await refresh(calls.import)
    })

  const over = !busy && result !== undefined && isOver(result)
  const good = over && result.dryRun && result.state === 'done' ? result.succeeded : 0
  const id = file?.id
  const failure = problem ?? (over && result.state === 'failed' ? result.msg : undefined)
  const finished = over && !result.dryRun
  const stopped = over && result.state === 'failed' && result.done > 0
  const summary =
    over &&
    (result.state === 'done' || stopped) &&
    (result.dryRun ? t(($) => $.import.checked, result) : t(($) => $.import.done, result))
  return (
    <Modal
      open
      centered
      width={680}
      title={title}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <div className="ew-form-buttons">
          <Button onClick={onClose}>{finished || busy ? t(($) => $.close) : t(($) => $.cancel)}</Button>
          {!finished && (
            <Button
              type="primary"
              disabled={good === 0 || id === undefined}
              onClick={() => id !== undefined && void importNow(id)}
            >
              {good > 0 ? t(($) => $.import.start, { count: good }) : t(($) => $.import.import)}
            </Button>
          )}
        </div>
      }
    >
      <section className="ew-import-step">
        <h2>{t(($) => $.import.template)}</h2>
        <p className="ew-muted">{t(($) => $.import.templateHint)}</p>
        {formats.map((format) => (
          <Button
            key={format}
            icon={<DownloadOutlined aria-hidden />}
            onClick={() =>
              void download(calls.importTemplate, { format }, `${t(($) => $.import.templateFile)}.${format}`).catch(() => {})
            }
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </section>
      <section className="ew-import-step">
        <h2>{t(($) => $.import.choose)}</h2>
        <p className="ew-muted">
          {t(($) => $.import.chooseHint, { limit: importRowsOf(calls.import.access.split(':')[0] ?? '').toLocaleString() })}
        </p>
        <input
          ref={chooser}
          type="file"
          className="ew-visually-hidden"
          tabIndex={-1}
          aria-label={t(($) => $.import.choose)}
          accept=".xlsx,.csv"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) void check(chosen)
            // Allows choosing the same, corrected file again.
            target.value = ''
          }}
        />
        <Button icon={<UploadOutlined aria-hidden />} disabled={busy} onClick={() => chooser.current?.click()}>
          {file ? t(($) => $.import.another) : t(($) => $.upload.upload)}
        </Button>
        {file && <span className="ew-import-file">{t(($) => $.import.file, { name: file.name })}</span>}
      </section>
      {busy && <Progress result={result} uploaded={id !== undefined} />}
      {failure !== undefined && (
        <Alert
          className="ew-form-alert"
          type="error"
          showIcon
          title={stopped ? t(($) => $.import.stopped) : t(($) => $.import.failed)}
          description={failure}
        />
      )}
      {summary && (
        <Alert
          className="ew-form-alert"
          type={result.failed > 0 ? 'warning' : result.dryRun ? 'info' : 'success'}
          showIcon
          title={summary}
        />
      )}
      {over && <ImportProblems result={result} />}
      {!busy && <RecentImports />}
    </Modal>
  )
}
