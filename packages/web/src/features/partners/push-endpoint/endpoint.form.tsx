import { chosenPushEvents, endpoints, type PushEndpointRow, type PushSecretAnswer } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { CompanySelect, hasCompaniesBelow } from '../../../kit/company-select.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { useMe } from '../../../session/me.tsx'

const { create, update, ways } = endpoints.pushEndpoint

interface EndpointFormProps {
  row: PushEndpointRow | undefined
  onClose: () => void
  /** Called with the secret, which is answered only this once. */
  onCreated: (answer: PushSecretAnswer, isMqtt: boolean) => void
}

type Values = Readonly<Record<string, unknown>>

/** Creates or edits a push endpoint. */
export default function EndpointForm({ row, onClose, onCreated }: EndpointFormProps) {
  const { t } = useTranslation('push-endpoint')
  const words = t(($) => $.form, { returnObjects: true })
  const { user } = useMe()
  const offered = useCall(ways, {}, { staleTime: 300_000 }).data
  const isHttp = (values: Values): boolean => (row?.pushWay ?? values['pushWay']) === 'http'
  const needed = { required: true, message: sharedTexts().rules.required }
  const auth =
    (...kinds: string[]) =>
    (values: Values) =>
      isHttp(values) && kinds.includes(String(values['pushAuth']))
  const fields = [
    { name: 'url', kind: 'text', hint: words.url, when: isHttp, rules: [needed] },
    { name: 'pushAuth', hint: words.hmac, when: isHttp },
    { name: 'pushUser', when: auth('basic'), rules: [needed] },
    {
      name: 'pushSecret',
      kind: 'password',
      when: auth('basic', 'bearer'),
      hint: row ? words.secretKept : words.secretNew,
      rules: row ? [] : [needed],
    },
    {
      name: 'eventTypes',
      hint: words.events,
      options: chosenPushEvents.map((value) => ({ value, label: enumLabel('pushEvent', value) })),
    },
    ...(offered?.allowPrivate ? [{ name: 'allowPrivate', hint: words.allowPrivate, when: isHttp } as const] : []),
    { name: 'remark' },
  ] as const
  if (row) {
    const { id, version, name, url, pushAuth, pushUser, eventTypes, allowPrivate, remark, pushWay } = row
    return (
      <FormDialog
        drawer
        endpoint={update}
        title={t(($) => $.edit, { name })}
        initial={withoutNulls({ name, url, pushAuth, pushUser, eventTypes, allowPrivate, remark })}
        // Over MQTT there is no such choice.
        hidden={{ id, version, ...(pushWay === 'mqtt' ? { pushAuth: 'none' as const } : {}) }}
        fields={['name', ...fields]}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      drawer
      endpoint={create}
      title={t(($) => $.create)}
      initial={{ pushWay: 'http', pushAuth: 'hmac', eventTypes: chosenPushEvents.filter((event) => event.startsWith('alarm.')) }}
      fields={[
        'name',
        ...(hasCompaniesBelow(user.accountType)
          ? [{ name: 'companyId' as const, hint: words.company, control: <CompanySelect /> }]
          : []),
        { name: 'pushWay', hint: offered?.mqtt === false ? words.noMqtt : words.mqtt },
        ...fields,
      ]}
      saved={null}
      onSaved={(answer, input) => onCreated(answer, input.pushWay === 'mqtt')}
      onClose={onClose}
    >
      {offered?.mqtt === false && <Alert className="ew-form-alert" type="info" showIcon title={words.noMqtt} />}
    </FormDialog>
  )
}
