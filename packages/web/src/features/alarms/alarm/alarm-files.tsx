import { DownloadOutlined, FilePdfOutlined } from '@ant-design/icons'
import { type AlarmDetail, type AlarmFileRow, type AlarmFileVerdict, endpoints, pageHref } from '@emberwatch/contract'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, sendFile } from '../../../api/files.ts'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { ActionButton } from '../../../kit/actions.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { PreciseTime, Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

const files = endpoints.alarmFile

const sizeOf = ({ size }: AlarmFileRow): string => `${Math.max(1, Math.round(size / 1024))} KB`

const Verdict = ({ verdict, name }: { verdict: AlarmFileVerdict; name: string }) => {
  const { t } = useTranslation('alarm-detail')
  const { alarmId, alarmCode, checkCode, at, by, sha256 } = verdict
  const words = {
    valid: { type: 'success', title: t(($) => $.files.valid, { name }) },
    changed: { type: 'error', title: t(($) => $.files.changed, { name }) },
    unknown: { type: 'warning', title: t(($) => $.files.unknown, { name }) },
  } as const
  return (
    <Alert
      className="ew-form-alert"
      showIcon
      {...words[verdict.verdict]}
      description={
        <>
          {alarmId !== null && (
            <p>
              <a className="ew-link" href={pageHref('alarmDetail', { id: alarmId })}>
                {alarmCode}
              </a>{' '}
              {checkCode} {by} <Time value={at} />
            </p>
          )}
          <code className="ew-alarm-hash">{`SHA-256 ${sha256}`}</code>
        </>
      }
    />
  )
}

/** Checks whether a chosen file is one that was registered. */
const Verify = () => {
  const { t } = useTranslation('alarm-detail')
  const chooser = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<{ name: string; verdict: AlarmFileVerdict }>()
  const verify = async (file: File) => {
    setBusy(true)
    setFound(undefined)
    try {
      setFound({ name: file.name, verdict: await sendFile(files.verify, file) })
    } catch {
      // The call has shown its failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.files.verify)}</h2>
      <p className="ew-muted">{t(($) => $.files.verifyHint)}</p>
      <input
        ref={chooser}
        type="file"
        className="ew-visually-hidden"
        tabIndex={-1}
        aria-label={t(($) => $.files.choose)}
        accept=".pdf,application/pdf"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void verify(file)
          target.value = ''
        }}
      />
      <p>
        <Button icon={<FilePdfOutlined aria-hidden />} loading={busy} onClick={() => chooser.current?.click()}>
          {t(($) => $.files.choose)}
        </Button>
      </p>
      <div role="status">{found && <Verdict {...found} />}</div>
    </section>
  )
}

const MadeFiles = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('alarm-detail')
  const run = useRunWrite()
  const query = useCall(files.list, { id: alarm.id }, { quiet: true })
  const words = t(($) => $.files, { returnObjects: true })
  const save = (row: AlarmFileRow) =>
    download(endpoints.file.read, { id: row.fileId }, `${alarm.code}.pdf`).catch(() => undefined)
  const make = async () => {
    const row = await run(files.make, { id: alarm.id })
    toast.success(t(($) => $.files.made, { code: row.checkCode }))
    await save(row)
  }
  return (
    <section className="ew-panel">
      <h2>{words.title}</h2>
      <p className="ew-muted">{words.hint}</p>
      <p>
        <ActionButton
          action={{ key: 'make', label: words.make, icon: <FilePdfOutlined aria-hidden />, primary: true, onClick: make }}
        />
      </p>
      {query.isError && <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />}
      {!query.data && !query.isError && <ListSkeleton rows={2} />}
      {query.data?.length === 0 && <p className="ew-muted">{words.empty}</p>}
      {query.data && query.data.length > 0 && (
        <PlainTable
          label={words.title}
          rows={query.data}
          columns={[
            { label: words.madeAt, render: (row) => <PreciseTime value={row.at} /> },
            { label: words.madeBy, render: (row) => row.by ?? '—' },
            { label: words.language, render: (row) => (row.language === 'zh' ? words.zh : words.en) },
            { label: words.checkCode, render: (row) => <code>{row.checkCode}</code> },
            { label: 'SHA-256', render: (row) => <code className="ew-alarm-hash">{row.sha256}</code> },
            {
              label: words.size,
              render: (row) => (
                <Button
                  type="link"
                  size="small"
                  icon={<DownloadOutlined aria-hidden />}
                  aria-label={`${sizeOf(row)}, ${t(($) => $.files.download, { code: row.checkCode })}`}
                  onClick={() => void save(row)}
                >
                  {sizeOf(row)}
                </Button>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

/** The files generated from the alarm as evidence, for users who may generate them, and the verification of any such file. */
export const AlarmFiles = ({ alarm }: { alarm: AlarmDetail }) => (
  <>
    {useCan()('alarm:file') && <MadeFiles alarm={alarm} />}
    <Verify />
  </>
)
