import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileImage } from '../../../kit/file-image.tsx'
import './project-document.css'

export interface Photo {
  readonly id: string
  readonly title: string
}

/** One photo in full size, with buttons and arrow keys for the others. */
export const PhotoViewer = ({ photos, from, onClose }: { photos: readonly Photo[]; from: number; onClose: () => void }) => {
  const { t } = useTranslation('project-document')
  const [at, setAt] = useState(from)
  const last = photos.length - 1
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') setAt((now) => Math.max(now - 1, 0))
      if (key === 'ArrowRight') setAt((now) => Math.min(now + 1, last))
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [last])
  const photo = photos[at]
  if (!photo) return null
  return (
    <Modal open centered width={960} title={`${photo.title} (${at + 1}/${photos.length})`} footer={null} onCancel={onClose}>
      <FileImage id={photo.id} alt={t(($) => $.closeOf, { name: photo.title })} className="ew-document-full" />
      {photos.length > 1 && (
        <div className="ew-document-steps">
          <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
            {t(($) => $.previous)}
          </Button>
          <Button disabled={at === last} onClick={() => setAt(at + 1)}>
            {t(($) => $.next)}
          </Button>
        </div>
      )}
    </Modal>
  )
}
