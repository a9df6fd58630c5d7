import { endpoints } from '@emberwatch/contract'
import { lazy, useEffect } from 'react'
import { useCreators, type Creator } from './kit/creators.ts'

// Which form creates what a drop-down offers. A form may be opened from a form of any other feature, so this stands above all of them.

const ProjectTypeForm = lazy(() => import('./features/sites/project/project-type.form.tsx'))
const ProjectForm = lazy(() => import('./features/sites/project/project.form.tsx'))
const CustomerForm = lazy(() => import('./features/people/customer/customer.form.tsx'))
const GatewayCreator = lazy(() => import('./features/equipment/gateway/gateway-creator.tsx'))
const DeviceForm = lazy(() => import('./features/equipment/device/device.form.tsx'))
const ModelForm = lazy(() => import('./features/equipment/device-model/model.form.tsx'))
const SeriesForm = lazy(() => import('./features/equipment/device-model/series.form.tsx'))
const SignSiteForm = lazy(() => import('./features/sites/sign-site/sign-site.form.tsx'))
const RoleForm = lazy(() => import('./features/people/role/role.form.tsx'))
const TemplateForm = lazy(() => import('./features/notify/message-template/template.form.tsx'))
const EndpointCreator = lazy(() => import('./features/partners/push-endpoint/endpoint-creator.tsx'))
const AccountCreator = lazy(() => import('./features/people/account/account-creator.tsx'))

interface FormProps {
  onClose: () => void
}

const { project, projectType, customer, gateway, device, deviceModel, deviceSeries, signSite, account } = endpoints
const { orderCommon, dutyTeam, projectNotifier, role, messageTemplate, pushEndpoint } = endpoints

/** The form of a feature, for a new row. */
const fresh = (
  Form:
    | typeof ProjectForm
    | typeof ProjectTypeForm
    | typeof CustomerForm
    | typeof DeviceForm
    | typeof SignSiteForm
    | typeof RoleForm,
) => {
  const Fresh = ({ onClose }: FormProps) => <Form row={undefined} onClose={onClose} />
  return Fresh
}

export const creators: readonly Creator[] = [
  { choices: [projectType.select], create: projectType.create, subject: 'projectType', Form: fresh(ProjectTypeForm) },
  { choices: [project.select, orderCommon.project], create: project.create, subject: 'project', Form: fresh(ProjectForm) },
  { choices: [customer.select], create: customer.create, subject: 'customer', Form: fresh(CustomerForm) },
  { choices: [gateway.select], create: gateway.create, subject: 'gateway', Form: GatewayCreator },
  { choices: [device.select, project.deviceSelect], create: device.create, subject: 'device', Form: fresh(DeviceForm) },
  {
    choices: [deviceModel.select, gateway.models, orderCommon.deviceModel],
    create: deviceModel.create,
    subject: 'deviceModel',
    Form: ModelForm,
  },
  { choices: [deviceSeries.select], create: deviceSeries.create, subject: 'deviceSeries', Form: SeriesForm },
  { choices: [orderCommon.site], create: signSite.create, subject: 'signSite', Form: fresh(SignSiteForm) },
  { choices: [role.select], create: role.create, subject: 'role', Form: fresh(RoleForm) },
  { choices: [messageTemplate.select], create: messageTemplate.create, subject: 'messageTemplate', Form: TemplateForm },
  { choices: [pushEndpoint.select], create: pushEndpoint.create, subject: 'pushEndpoint', Form: EndpointCreator },
  {
    choices: [orderCommon.engineer, dutyTeam.accounts, projectNotifier.accounts, project.adminSelect],
    create: account.create,
    subject: 'account',
    Form: AccountCreator,
  },
]

/** On every page, next to it: makes them known to the drop-downs. */
export const Creators = () => {
  useEffect(() => useCreators.setState({ creators }), [])
  return null
}
