import { UploadOutlined } from '@ant-design/icons'
import { endpoints, type ApkFound, type EnumValue } from '@emberwatch/contract'
import { Alert, Button, Form, Progress, Select } from 'antd'
import { useEffect, useRef, useState, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { uploadWithProgress } from '../../../api/upload-progress.ts'
import { Facts } from '../../../kit/detail/facts.tsx'
import { bytesText } from './bytes.ts'
import '../../../kit/detail/detail.css'
import '../../../kit/form/upload-field.css'
import './app-version.css'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'

interface ApkFieldProps {
  app: EnumValue<'appKind'>
  /** Name of the file that is already stored. */
  fileName: string | null
  onFound: (found: ApkFound | undefined) => void
  id?: string
  value?: string | undefined
  onChange?: (fileId: string | undefined) => void
}

type Step = { readonly sent: number } | 'examining' | undefined

/** The facts read from an APK. */
const ApkFacts = ({ found }: { found: ApkFound }) => {
  const { certificates, signedBy, size, minSdk } = found
  return (
    <Facts
      endpoint={endpoints.appVersion.apk}
      row={found}
      facts={[
        'packageName',
        'versionNumber',
        'versionCode',
        { field: 'minSdk', value: minSdk ?? '—' },
        { field: 'size', value: bytesText(size) },
        { field: 'signedBy', value: signedBy.join(', ') },
        { field: 'certificates', value: <span className="ew-hash">{certificates.join(' ')}</span>, wide: true },
        { field: 'sha256', value: <span className="ew-hash">{found.sha256}</span>, wide: true },
      ]}
    />
  )
}

/** Uploads an APK, shows the progress, and then the facts read from it. */
export const ApkField = ({ app, fileName, onFound, id, value, onChange }: ApkFieldProps) => {
  const { t } = useTranslation('app-version')
  const form = Form.useFormInstance()
  const chooser = useRef<HTMLInputElement>(null)
  const sending = useRef<AbortController>(undefined)
  const [name, setName] = useState(fileName)
  const [step, setStep] = useState<Step>()
  const [problem, setProblem] = useState<string>()
  const [found, setFound] = useState<ApkFound>()
  useEffect(() => () => sending.current?.abort(), [])

  const take = async (file: File) => {
    const stop = new AbortController()
    sending.current = stop
    const { signal } = stop
    setProblem(undefined)
    setFound(undefined)
    onFound(undefined)
    onChange?.(undefined)
    if (!file.name.toLowerCase().endsWith('.apk')) return setProblem(t(($) => $.apk.onlyApk))
    try {
      setStep({ sent: 0 })
      const fileId = await uploadWithProgress(file, 'apk', { signal, onProgress: (sent) => setStep({ sent }) })
      setStep('examining')
      const read = await call(endpoints.appVersion.apk, { app, fileId }, { quiet: true, signal })
      if (signal.aborted) return
      setName(file.name)
      setFound(read)
      onFound(read)
      onChange?.(fileId)
      // Values that were entered stay, and are compared when saving.
      if (!form.getFieldValue('versionNumber')) form.setFieldValue('versionNumber', read.versionNumber)
      await form.validateFields(['fileId', 'versionNumber']).catch(() => undefined)
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      if (sending.current === stop) setStep(undefined)
    }
  }

  return (
    <div className="ew-upload">
      <div className="ew-upload-buttons">
        <input
          ref={chooser}
          type="file"
          className="ew-visually-hidden"
          tabIndex={-1}
          aria-label={t(($) => $.apk.choose)}
          accept=".apk"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void take(file)
            // Allows choosing the same file again.
            target.value = ''
          }}
        />
        <Button
          {...(id === undefined ? {} : { id })}
          icon={<UploadOutlined aria-hidden />}
          loading={step !== undefined}
          onClick={() => chooser.current?.click()}
        >
          {value ? t(($) => $.apk.replace) : t(($) => $.apk.upload)}
        </Button>
        {step !== undefined && step !== 'examining' && (
          <Button type="link" onClick={() => sending.current?.abort()}>
            {t(($) => $.apk.stop)}
          </Button>
        )}
        {value && <span className="ew-apk-name">{name}</span>}
      </div>
      {step !== undefined && step !== 'examining' && (
        <Progress percent={Math.floor(step.sent * 100)} aria-label={t(($) => $.apk.sending)} />
      )}
      {step === 'examining' && <p role="status">{t(($) => $.apk.examining)}</p>}
      <div role="alert" className="ew-upload-problem">
        {problem}
      </div>
      {found?.problems.map(({ mismatch, msg }) => (
        <Alert key={mismatch} className="ew-form-alert" type="warning" showIcon title={msg} />
      ))}
      {found && <ApkFacts found={found} />}
    </div>
  )
}

const { distributor, agentOne, agentTwo } = endpoints

interface Option {
  readonly value: number
  readonly label: string
}

interface CompaniesFieldProps {
  /** Already chosen companies, with their names. */
  known: readonly { readonly id: number; readonly name: string }[]
  id?: string
  value?: number[] | undefined
  onChange?: (value: number[]) => void
}

/** Distributors and agents of both levels, several at once. Companies below a chosen one are included. */
export const CompaniesField = ({ known, id, value = [], onChange }: CompaniesFieldProps) => {
  const { t } = useTranslation('kit')
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<readonly Option[]>(known.map((each) => ({ value: each.id, label: each.name })))
  const wanted = useDeferredValue(keyword.trim())
  const input = wanted ? { keyword: wanted } : {}
  const options = { keepPrevious: true, staleTime: 30_000 }
  const queries = [
    { kind: 'distributor', query: useCall(distributor.select, input, options) },
    { kind: 'agent_one', query: useCall(agentOne.select, input, options) },
    { kind: 'agent_two', query: useCall(agentTwo.select, input, options) },
  ] as const
  const found = queries.flatMap(({ kind, query }) =>
    (query.data ?? []).map((each) => ({ value: each.value, label: `${each.label} · ${enumLabel('companyType', kind)}` })),
  )
  // Chosen companies keep their names while the user searches for others.
  const kept = chosen.filter((each) => value.includes(each.value) && !found.some((one) => one.value === each.value))
  return (
    <Select<number[], Option>
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      allowClear
      loading={queries.some(({ query }) => query.isFetching)}
      placeholder={t(($) => $.search.select)}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={value}
      options={[...kept, ...found]}
      onChange={(next) => {
        setChosen([...kept, ...found].filter((each) => next.includes(each.value)))
        onChange?.(next)
      }}
    />
  )
}
