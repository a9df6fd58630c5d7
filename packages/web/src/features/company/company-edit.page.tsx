import { endpoints, limits, type OutputOf } from '@emberwatch/contract'
import { useBlocker } from '@tanstack/react-router'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { useCall, useWrite } from '../../api/hooks.ts'
import { fieldLabel } from '../../i18n/i18n.ts'
import { confirm } from '../../kit/confirm.tsx'
import { FormFieldItem, fullField, type FormField } from '../../kit/form/form-field.tsx'
import { given } from '../../kit/form/given.ts'
import { inputOf } from '../../kit/form/rules.ts'
import { UploadField } from '../../kit/form/upload-field.tsx'
import { ListSkeleton, LoadFailed } from '../../kit/list/list-states.tsx'
import { toast } from '../../kit/toast.ts'
import { usePageName } from '../../kit/use-page-name.ts'
import { useCan, useMe } from '../../session/me.tsx'
import { BrandPreview, type BrandValues } from './brand-preview.tsx'
import { ColourField } from './colour-field.tsx'
import '../../kit/detail/detail.css'
import '../../kit/list/list.css'

const { companyConfig, session } = endpoints
type Config = OutputOf<typeof companyConfig.find>
type Field = FormField<typeof companyConfig.update>

const imageTypes = ['.png', '.jpg', '.jpeg', '.gif'] as const

const useFields = (): Field[] => {
  const { t } = useTranslation('company')
  const image = (
    name: 'bigFeatures' | 'smallFeatures' | 'loginLogo' | 'loginBgLogo',
    size: 'logo' | 'collapsedLogo' | 'loginLogo' | 'loginBackground',
  ): Field => ({
    name,
    control: (
      <UploadField
        image
        purpose={size}
        accept={imageTypes}
        most={limits.imageBytes}
        label={fieldLabel(name)}
        hint={t(($) => $.edit.imageHint, limits[size])}
      />
    ),
  })
  return [
    { name: 'platformName', hint: t(($) => $.edit.platformNameHint) },
    image('bigFeatures', 'logo'),
    image('smallFeatures', 'collapsedLogo'),
    image('loginLogo', 'loginLogo'),
    image('loginBgLogo', 'loginBackground'),
    { name: 'primaryColour', hint: t(($) => $.edit.colourHint), control: <ColourField /> },
    { name: 'filingNotice', kind: 'text', hint: t(($) => $.edit.filingHint) },
    { name: 'appDownloadUrl', kind: 'text', hint: t(($) => $.edit.appHint) },
    'supportPhone',
  ]
}

const initialOf = ({
  platformName,
  bigFeatures,
  smallFeatures,
  loginLogo,
  loginBgLogo,
  primaryColour,
  filingNotice,
  appDownloadUrl,
  supportPhone,
}: Config) =>
  given({
    platformName,
    bigFeatures,
    smallFeatures,
    loginLogo,
    loginBgLogo,
    primaryColour,
    filingNotice,
    appDownloadUrl,
    supportPhone,
  })

const CompanyForm = ({ config }: { config: Config }) => {
  const { t } = useTranslation('company')
  const kit = useTranslation('kit').t
  const can = useCan()
  const { user } = useMe()
  const [form] = Form.useForm<BrandValues>()
  const [dirty, setDirty] = useState(false)
  const write = useWrite(companyConfig.update, { invalidates: [companyConfig.find, session.branding] })
  const fields = useFields().map(fullField)
  const initial = initialOf(config)
  const values = Form.useWatch([], form) ?? initial

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
  const save = async (entered: BrandValues) => {
    try {
      await write.mutateAsync({
        ...inputOf(
          entered,
          fields.map(({ name }) => name),
        ),
        version: config.version,
      })
      setDirty(false)
      toast.success(t(($) => $.edit.saved))
    } catch (error) {
      if (error instanceof ApiError)
        form.setFields(error.fields.map(({ field, msg }) => ({ name: field as keyof BrandValues, errors: [msg] })))
    }
  }

  return (
    <div className="ew-company-edit">
      <section className="ew-panel">
        <h2>{config.name}</h2>
        {user.accountType !== 'siter' && (
          <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.edit.inherited)} />
        )}
        <Form<BrandValues>
          form={form}
          layout="vertical"
          initialValues={initial}
          disabled={!can('companyConfig:update')}
          scrollToFirstError={{ focus: true }}
          onValuesChange={() => setDirty(true)}
          onFinish={(entered) => void save(entered)}
        >
          {fields.map((field) => (
            <FormFieldItem key={field.name} entry={companyConfig.update} field={field} />
          ))}
          {can('companyConfig:update') && (
            <div className="ew-company-save">
              <Button
                disabled={!dirty}
                onClick={() => {
                  form.resetFields()
                  setDirty(false)
                }}
              >
                {t(($) => $.edit.reset)}
              </Button>
              <Button type="primary" htmlType="submit" loading={write.isPending} disabled={!dirty}>
                {kit(($) => $.save)}
              </Button>
            </div>
          )}
        </Form>
      </section>
      <aside aria-label={t(($) => $.edit.preview)}>
        <BrandPreview values={values} saved={config} />
      </aside>
    </div>
  )
}

/** One's own company: its information and branding, with a preview of what they change. */
export default function CompanyEditPage() {
  const title = usePageName()
  const { data, error, refetch } = useCall(companyConfig.find, {}, { quiet: true })
  return (
    <article className="ew-detail">
      <h1>{title}</h1>
      {/* Saved, it is a new version: the form begins again from it. */}
      {data ? (
        <CompanyForm key={data.version} config={data} />
      ) : error ? (
        <LoadFailed reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </article>
  )
}
