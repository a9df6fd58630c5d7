import { type ChosenSettings, type EffectiveSettings, endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useBlocker } from '@tanstack/react-router'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useWrite } from '../../../api/hooks.ts'
import { confirm } from '../../../kit/confirm.ts'
import { FormFieldItem, resolveField } from '../../../kit/form/form-field.tsx'
import { inputOf } from '../../../kit/form/rules.ts'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

interface SettingField {
  readonly name: keyof ChosenSettings
  readonly hint: string
}

/** The settings as the form groups them, each with its hint and its default. */
const useSettingGroups = (defaults: EffectiveSettings) => {
  const { t } = useTranslation('settings')
  const words = t(($) => $.hints, { returnObjects: true })
  const labels = t(($) => $.groups, { returnObjects: true })
  const field = (name: keyof EffectiveSettings, hint?: string): SettingField => {
    const given = defaults[name]
    if (typeof given !== 'number') return { name, hint: hint ?? '' }
    const value = given === 0 ? t(($) => $.none) : String(given)
    const byDefault = t(($) => $.defaultIs, { value })
    return { name, hint: hint === undefined ? byDefault : `${hint} · ${byDefault}` }
  }
  return [
    {
      key: 'retention',
      label: labels.retention,
      note: t(($) => $.kept),
      fields: [
        field('apiLogMonths', words.logs),
        field('mqttLogMonths', words.logs),
        field('loginLogMonths', words.logs),
        field('deviceValueMonths', words.values),
        field('commandMonths', words.logs),
      ],
    },
    {
      key: 'files',
      label: labels.files,
      note: undefined,
      fields: [field('exportDays'), field('defaultStorageMb', words.storage)],
    },
    {
      key: 'password',
      label: labels.password,
      note: undefined,
      fields: [
        field('passwordMin'),
        field('passwordKinds', words.kinds),
        field('passwordAgeDays', words.age),
        field('passwordReuse', words.reuse),
      ],
    },
    {
      key: 'sign',
      label: labels.sign,
      note: undefined,
      fields: [
        field('sessionHours', words.hours),
        field('sessionDays', words.days),
        field('wrongPasswords', words.lock),
        field('lockOutMinutes'),
      ],
    },
    {
      key: 'orders',
      label: labels.orders,
      note: undefined,
      fields: [field('certificateKinds', words.certificates)],
    },
    {
      key: 'map',
      label: labels.map,
      note: words.map,
      fields: (['mapProvider', 'mapKey', 'mapSecurityCode'] as const).map((name): SettingField => ({ name, hint: '' })),
    },
  ]
}

const settings = endpoints.settings
type Answer = OutputOf<typeof settings.find>
type Values = Record<string, unknown>

/** All settings in one form, because they are one row with one version and are saved together. */
export const SettingsForm = ({ answer, onReset }: { answer: Answer; onReset: () => void }) => {
  const { t } = useTranslation('settings')
  const kit = useTranslation('kit').t
  const mayEdit = useCan()('settings:update')
  const [form] = Form.useForm<Values>()
  const [dirty, setDirty] = useState(false)
  const write = useWrite(settings.update)
  const groups = useSettingGroups(answer.defaults)

  useBlocker({
    shouldBlockFn: async () =>
      dirty &&
      !(await confirm({
        title: kit(($) => $.form.discardTitle),
        content: kit(($) => $.form.discardText),
        ok: kit(($) => $.form.discard),
        cancel: kit(($) => $.form.keep),
        danger: true,
      })),
    enableBeforeUnload: () => dirty,
  })
  const save = async (entered: Values): Promise<void> => {
    const names = groups.flatMap(({ fields }) => fields.map((field) => field.name))
    try {
      await write.mutateAsync({ ...inputOf(entered, names), version: answer.version } as InputOf<typeof settings.update>)
      setDirty(false)
      toast.success(t(($) => $.saved))
    } catch (error) {
      if (error instanceof ApiError) form.setFields(error.fields.map(({ field, msg }) => ({ name: field, errors: [msg] })))
    }
  }
  return (
    <Form<Values>
      className="ew-settings"
      form={form}
      layout="vertical"
      initialValues={{ ...answer.chosen }}
      disabled={!mayEdit}
      scrollToFirstError={{ focus: true }}
      onValuesChange={() => setDirty(true)}
      onFinish={(entered) => void save(entered)}
    >
      <p>{t(($) => $.intro)}</p>
      <p className="ew-muted">
        {answer.updatedAt === null ? (
          t(($) => $.never)
        ) : (
          <>
            {t(($) => $.lastChange, { who: answer.updatedBy ?? '—' })}
            <Time value={answer.updatedAt} />
          </>
        )}
      </p>
      {groups.map(({ key, label, note, fields }) => (
        <section key={key} className="ew-panel" aria-label={label}>
          <h2>{label}</h2>
          {note !== undefined && <p className="ew-muted">{note}</p>}
          <div className="ew-settings-fields">
            {fields.map((field) => (
              <FormFieldItem key={field.name} entry={settings.update} field={resolveField<typeof settings.update>(field)} />
            ))}
          </div>
        </section>
      ))}
      {mayEdit && (
        <div className="ew-settings-save">
          <Button disabled={!dirty} onClick={onReset}>
            {t(($) => $.reset)}
          </Button>
          <Button type="primary" htmlType="submit" loading={write.isPending} disabled={!dirty}>
            {kit(($) => $.save)}
          </Button>
        </div>
      )}
    </Form>
  )
}
