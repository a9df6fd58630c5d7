import { endpoints, type ApkFound, type AppVersionDetail, type EnumValue } from '@emberwatch/contract'
import { Alert, InputNumber, Radio, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, sharedTexts } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'
import { ApkField, CompaniesField } from './app-version-fields.tsx'

const { create, update, detail } = endpoints.appVersion

type Values = Readonly<Record<string, unknown>>

interface AppVersionFormProps {
  app: EnumValue<'appKind'>
  /** The version to edit. */
  id: number | undefined
  onClose: () => void
}

/** Creates or edits a version of an app. */
export default function AppVersionForm({ id, ...rest }: AppVersionFormProps) {
  const { data } = useCall(detail, { id: id ?? 0 }, { enabled: id !== undefined })
  if (id !== undefined && !data) return null
  return <OpenForm row={data} {...rest} />
}

const OpenForm = ({ app, row, onClose }: Omit<AppVersionFormProps, 'id'> & { row: AppVersionDetail | undefined }) => {
  const { t } = useTranslation('app-version')
  const [found, setFound] = useState<ApkFound>()
  const { required } = sharedTexts().rules
  const needed = [{ required: true, message: required }]
  const platformOf = (values: Values) => row?.platform ?? values['platform']
  const isFile = (values: Values) => platformOf(values) === 'android' && values['source'] !== 'store'
  const isPublished = row?.state === 'published'
  const mayHaveChanged = row?.keyChanged === true || (found?.problems.some(({ mismatch }) => mismatch === 'certificate') ?? false)

  const offer = [
    { name: 'notesZh', rules: [{ required: true, whitespace: true, message: required }] },
    { name: 'notesEn', rules: [{ required: true, whitespace: true, message: required }] },
    { name: 'upgradeMethod', hint: t(($) => $.form.methodHint) },
    'appTarget',
    {
      name: 'companyIds',
      label: t(($) => $.companies),
      hint: t(($) => $.form.companiesHint),
      control: <CompaniesField known={row?.companies ?? []} />,
      rules: needed,
      when: (values: Values) => values['appTarget'] === 'company',
    },
    {
      name: 'rolloutPercent',
      hint: t(($) => $.form.rolloutHint),
      control: <InputNumber className="ew-full" precision={0} suffix="%" />,
      rules: needed,
      when: (values: Values) => values['appTarget'] === 'rollout',
    },
    { name: 'minSupported', hint: t(($) => $.form.minHint) },
  ] as const
  const build = [
    {
      extra: 'source',
      label: t(($) => $.form.source),
      control: (
        <Radio.Group
          options={[
            { value: 'file', label: t(($) => $.form.sourceFile) },
            { value: 'store', label: t(($) => $.form.sourceStore) },
          ]}
        />
      ),
      when: (values: Values) => platformOf(values) === 'android',
    },
    {
      name: 'fileId',
      label: t(($) => $.form.apk),
      hint: t(($) => $.apk.hint),
      control: <ApkField app={app} fileName={row?.fileName ?? null} onFound={setFound} />,
      rules: needed,
      when: isFile,
    },
    { name: 'keyChanged', hint: t(($) => $.form.keyHint), when: (values: Values) => isFile(values) && mayHaveChanged },
    { name: 'storeUrl', rules: needed, when: (values: Values) => !isFile(values) },
    { name: 'versionNumber', hint: t(($) => $.form.numberHint) },
    {
      name: 'versionCode',
      hint: t(($) => $.form.codeHint),
      when: (values: Values) => !isFile(values),
      rules: [
        ({ getFieldValue }: { getFieldValue: (name: string) => unknown }) => ({
          required: (row?.platform ?? getFieldValue('platform')) === 'android',
          message: required,
        }),
      ],
    },
  ] as const

  const shared = { drawer: true, width: 680, onClose } as const
  if (!row)
    return (
      <FormDialog
        {...shared}
        endpoint={create}
        title={t(($) => $.create[app])}
        hidden={{ app }}
        initial={{ platform: 'android', upgradeMethod: 'optional', appTarget: 'all', ...({ source: 'file' } as object) }}
        fields={['platform', ...build, ...offer]}
      >
        <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.form.draftHint)} />
      </FormDialog>
    )
  const { id, version, versionNumber, notesZh, notesEn, upgradeMethod, appTarget, companies } = row
  const initial = withoutNulls({
    versionNumber,
    versionCode: row.versionCode,
    fileId: row.fileId,
    storeUrl: row.storeUrl,
    keyChanged: row.keyChanged,
    notesZh,
    notesEn,
    upgradeMethod,
    appTarget,
    companyIds: companies.map((each) => each.id),
    rolloutPercent: row.rolloutPercent,
    minSupported: row.minSupported,
  })
  return (
    <FormDialog
      {...shared}
      endpoint={update}
      title={t(($) => $.editOf, { number: versionNumber })}
      hidden={isPublished ? { id, version, versionNumber } : { id, version }}
      initial={{ ...initial, ...({ source: row.storeUrl === null ? 'file' : 'store' } as object) }}
      fields={
        isPublished
          ? offer
          : [
              {
                extra: 'shownPlatform',
                label: t(($) => $.platform),
                control: <Select disabled placeholder={enumLabel('appPlatform', row.platform)} />,
              },
              ...build,
              ...offer,
            ]
      }
    >
      {isPublished && <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.form.publishedHint)} />}
    </FormDialog>
  )
}
