import { limits, endpoints, errorCatalogue } from '@emberwatch/contract'
import ImgCrop from 'antd-img-crop'
import { Button, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upload } from '../api/files.ts'
import { FileImage } from '../kit/file-image.tsx'
import { toast } from '../toast.ts'
import { fieldLabel, sharedTexts } from '../i18n/i18n.ts'
import { Facts } from '../kit/detail/facts.tsx'
import { FormDialog } from '../kit/form/form-dialog.tsx'
import { withoutNulls } from '../kit/form/rules.ts'
import { useMe } from '../session/me.tsx'
import '../kit/detail/detail.css'

const types = ['image/png', 'image/jpeg', 'image/gif']

const sideOf = async (image: Blob): Promise<number> => {
  const bitmap = await createImageBitmap(image)
  const side = Math.min(bitmap.width, bitmap.height)
  bitmap.close()
  return side
}

/** The crop dialog does not label its sliders. */
const nameSliders = (names: readonly string[]) =>
  document
    .querySelectorAll('.ew-crop [role=slider]')
    .forEach((slider, index) => slider.setAttribute('aria-label', names[index] ?? ''))

interface AvatarFieldProps {
  name: string
  id?: string
  value?: string
  onChange?: (fileId: string) => void
}

/** Chooses, crops (square, at least 50 px) and rotates an image, stores it, and holds its id. */
const AvatarField = ({ name, id, value, onChange }: AvatarFieldProps) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const refuse = (text: string) => {
    toast.error(text)
    return Upload.LIST_IGNORE
  }
  const store = async (file: Blob) => {
    if (file.size > limits.imageBytes) return void refuse(t(($) => $.userInfo.avatarSize))
    if ((await sideOf(file)) < limits.avatarMinCrop)
      return void refuse(t(($) => $.userInfo.avatarSmall, { limit: limits.avatarMinCrop }))
    setBusy(true)
    try {
      onChange?.(await upload(file, 'avatar'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="ew-avatar-field">
      {value ? (
        <FileImage id={value} alt={t(($) => $.userInfo.avatar)} className="ew-avatar" />
      ) : (
        <span className="ew-avatar">{name.slice(0, 1)}</span>
      )}
      <div>
        <ImgCrop
          rotationSlider
          zoomSlider
          aspect={1}
          quality={0.9}
          modalClassName="ew-crop"
          modalTitle={t(($) => $.userInfo.cropTitle)}
          modalProps={{
            afterOpenChange: (open) => open && nameSliders([t(($) => $.userInfo.zoom), t(($) => $.userInfo.rotate)]),
          }}
          beforeCrop={(file) => {
            if (!types.includes(file.type)) return refuse(t(($) => $.userInfo.avatarType)) !== Upload.LIST_IGNORE
            if (file.size > limits.imageBytes) return refuse(t(($) => $.userInfo.avatarSize)) !== Upload.LIST_IGNORE
            return true
          }}
        >
          <Upload
            accept=".png,.jpg,.jpeg,.gif"
            showUploadList={false}
            customRequest={({ file, onSuccess, onError }) => {
              if (!(file instanceof Blob)) return
              store(file).then(
                () => onSuccess?.(null),
                (error: Error) => onError?.(error),
              )
            }}
          >
            <Button loading={busy} {...(id === undefined ? {} : { id })}>
              {t(($) => $.userInfo.changeAvatar)}
            </Button>
          </Upload>
        </ImgCrop>
        <p className="ew-muted">{t(($) => $.userInfo.avatarHint)}</p>
      </div>
    </div>
  )
}

/**
 * Users may change their own name, phone, mail, avatar and the language of messages. Account, roles and last sign-in are shown (specification section 2). The
 * password is asked for when the server wants it.
 */
export default function UserInfoForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { user } = useMe()
  const { name, phone, email, avatar, language } = user
  const [asked, setAsked] = useState(false)
  return (
    <FormDialog
      endpoint={endpoints.session.updateInfo}
      title={t(($) => $.userInfo.title)}
      saved={t(($) => $.userInfo.saved)}
      initial={{ name, ...withoutNulls({ phone, email, avatar, language }) }}
      fields={[
        { name: 'avatar', control: <AvatarField name={name} /> },
        { name: 'name', label: fieldLabel('personName') },
        'phone',
        'email',
        {
          name: 'language',
          label: t(($) => $.userInfo.language),
          hint: t(($) => $.userInfo.languageHint),
        },
        {
          name: 'password',
          kind: 'password',
          hint: t(($) => $.userInfo.passwordHint),
          rules: [{ required: true, message: sharedTexts().rules.required }],
          when: () => asked,
        },
      ]}
      onRefused={({ code }) => {
        if (code === errorCatalogue.proofNeeded.code) setAsked(true)
      }}
      onClose={onClose}
    >
      <Facts
        endpoint={endpoints.session.info}
        row={user}
        facts={['account', 'roleNames', 'accountType', 'companyName', 'lastLoginTime']}
      />
    </FormDialog>
  )
}
