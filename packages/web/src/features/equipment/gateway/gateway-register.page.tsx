import { endpoints, follows, type GatewaySecret, type OutputOf, pageHref } from '@emberwatch/contract'
import { Alert, Button, Form, Input } from 'antd'
import { useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { useCall, useWrite } from '../../../api/hooks.ts'
import { fieldLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { usePageSearch } from '../../../kit/search-params.ts'
import { RemoteSelect } from '../../../kit/remote-select.tsx'
import type { Installed } from './gateway-first-alarm.tsx'
import { Registered, Step } from './gateway-registered.tsx'
import { addressRule, useLinkProtocol } from './link-fields.ts'
import '../../../kit/detail/detail.css'
import './gateway.css'

const { gateway, project } = endpoints
type Found = OutputOf<typeof gateway.find>

interface PlaceValues {
  modelId?: number
  projectId?: number
  name?: string
  communicationCode?: string
}
const placeFields = ['modelId', 'projectId', 'name', 'communicationCode'] as const

interface PlaceProps {
  code: string
  found: Found
  /** Values from the label. */
  modelCode: string | undefined
  onRegistered: (given: GatewaySecret, projectId: number) => void
}

const Place = ({ code, found, modelCode, onRegistered }: PlaceProps) => {
  const { t } = useTranslation('gateway')
  const models = useCall(gateway.models, {}, { staleTime: 30_000 }).data
  const register = useWrite(gateway.register)
  const [form] = Form.useForm<PlaceValues>()
  const protocolOf = useLinkProtocol()
  const link = protocolOf(Form.useWatch('modelId', form))
  const words = t(($) => $.register, { returnObjects: true })
  if (found.projectId !== null && found.id !== null)
    return (
      <Alert
        type="warning"
        showIcon
        title={t(($) => $.register.taken, { project: found.projectName ?? '—' })}
        action={<Button href={pageHref('gatewayDetail', { id: found.id })}>{words.open}</Button>}
      />
    )
  if (!models) return null
  const modelId = found.modelId ?? models.find((each) => each.code === modelCode)?.value
  const required = { required: true, message: sharedTexts().rules.required }
  const submit = async ({ name, communicationCode, ...values }: PlaceValues) => {
    const { modelId: model, projectId } = values
    if (model === undefined || projectId === undefined) return
    const named = name?.trim()
    try {
      const given = await register.mutateAsync({
        code,
        modelId: model,
        projectId,
        ...(named ? { name: named } : {}),
        ...(link && communicationCode ? { communicationCode: communicationCode.trim() } : {}),
      })
      onRegistered(given, projectId)
    } catch (error) {
      if (!(error instanceof ApiError)) return
      form.setFields(
        error.fields.flatMap(({ field, msg }) => {
          const place = placeFields.find((each) => each === field)
          return place === undefined ? [] : [{ name: place, errors: [msg] }]
        }),
      )
    }
  }
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{
        name: found.name ?? '',
        ...(modelId === undefined ? {} : { modelId }),
        ...(found.communicationCode !== null && protocolOf(found.modelId) ? { communicationCode: found.communicationCode } : {}),
      }}
      onFinish={(values) => void submit(values)}
    >
      <Alert
        className="ew-form-alert"
        type="info"
        showIcon
        title={found.id === null ? words.unknown : link ? words.stockLink : words.stock}
      />
      <Form.Item name="projectId" label={fieldLabel('projectId')} rules={[required]}>
        <RemoteSelect endpoint={project.select} onOnly={(only) => form.setFieldValue('projectId', only)} />
      </Form.Item>
      <Form.Item name="modelId" label={fieldLabel('modelId')} rules={[required]}>
        <RemoteSelect endpoint={gateway.models} onOnly={(only) => form.setFieldValue('modelId', only)} />
      </Form.Item>
      {link && (
        <Form.Item
          name="communicationCode"
          label={fieldLabel(`${link}Address`)}
          extra={t(($) => $.form.addressHints[link])}
          rules={[required, addressRule(link)]}
          validateFirst
        >
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="name" label={fieldLabel('name')} extra={t(($) => $.stock.nameHint)}>
        <Input maxLength={80} />
      </Form.Item>
      <Button type="primary" block size="large" htmlType="submit" loading={register.isPending}>
        {link ? words.submitLink : words.submit}
      </Button>
    </Form>
  )
}

const Register = ({ scanned, modelCode }: { scanned: string; modelCode: string | undefined }) => {
  const { t } = useTranslation('gateway')
  const [code, setCode] = useState(scanned)
  const [wanted, setWanted] = useState(follows('deviceCode', scanned) ? scanned : '')
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState<Installed>()
  const query = useCall(gateway.find, { code: wanted }, { enabled: wanted !== '' && !done, staleTime: 0 })
  const words = t(($) => $.register, { returnObjects: true })

  const look = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = code.trim()
    const fits = follows('deviceCode', typed)
    setProblem(fits ? '' : sharedTexts().rules.deviceCode)
    setWanted(fits ? typed : '')
    if (fits && typed === wanted) void query.refetch()
  }
  const again = () => {
    setDone(undefined)
    setCode('')
    setWanted('')
  }
  return (
    <div className="ew-register">
      <h1>{words.title}</h1>
      <Step number={1} title={words.codeStep}>
        {done ? (
          <code>{done.given.code}</code>
        ) : (
          <form onSubmit={look}>
            <p className="ew-gateway-note">{words.intro}</p>
            <div className="ew-register-code">
              <Input
                value={code}
                maxLength={40}
                aria-label={words.codeStep}
                autoCapitalize="characters"
                autoComplete="off"
                autoFocus={scanned === ''}
                aria-invalid={problem !== ''}
                {...(problem === '' ? {} : { status: 'error' as const, 'aria-describedby': 'ew-register-problem' })}
                onChange={({ target }) => setCode(target.value)}
              />
              <Button htmlType="submit" loading={query.isFetching}>
                {words.find}
              </Button>
            </div>
            {problem !== '' && (
              <p id="ew-register-problem" role="alert" className="ant-form-item-explain-error">
                {problem}
              </p>
            )}
          </form>
        )}
      </Step>
      {!done && wanted !== '' && query.data && (
        <Step number={2} title={words.where}>
          <Place
            key={wanted}
            code={wanted}
            found={query.data}
            modelCode={modelCode}
            onRegistered={(given, projectId) => setDone({ given, projectId, since: Date.now() })}
          />
        </Step>
      )}
      {done && <Registered {...done} onNext={again} />}
    </div>
  )
}

/**
 * Registers a gateway on site with a phone: its code, place and secret, then whether it has connected. Scanning the next label in
 * the same tab starts again.
 */
export default function GatewayRegisterPage() {
  const { code = '', model } = usePageSearch()
  return <Register key={`${code} ${model ?? ''}`} scanned={code} modelCode={model} />
}
