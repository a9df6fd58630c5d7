import { endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { useBlocker } from '@tanstack/react-router'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { useWrite } from '../../../api/hooks.ts'
import { confirm } from '../../../kit/confirm.ts'
import { FormFieldItem, resolveField } from '../../../kit/form/form-field.tsx'
import { inputOf } from '../../../kit/form/rules.ts'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { useSettingGroups } from './setting-groups.ts'

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
