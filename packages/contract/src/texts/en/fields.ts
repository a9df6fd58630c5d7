import type { Fields } from '../zh/fields.ts'

export const fields: Fields = {
  id: 'Id', ids: 'Selection', account: 'Account', password: 'Password', oldPwd: 'Old password', newPwd: 'New password', repeatPwd: 'Repeat password', code: 'Code', captcha: 'Verification code', captchaId: 'Verification code', name: 'Name', personName: 'Name',
  phone: 'Phone', email: 'E-mail', avatar: 'Avatar', roleNames: 'Roles', lastLoginTime: 'Last sign-in', accountType: 'Account type', companyId: 'Company', companyName: 'Company', companyCode: 'Company code',
  type: 'Type', level: 'Level', enabled: 'State', state: 'State', status: 'Status', remark: 'Remark', grants: 'Permissions', accounts: 'Accounts', createdAt: 'Created', createdBy: 'Created by', updatedAt: 'Updated', updatedBy: 'Updated by',
  keyword: 'Keyword', dateRange: 'Period', startTime: 'From', endTime: 'To', pageNum: 'Page', pageSize: 'Page size', sort: 'Sort', order: 'Sort order', version: 'Version', format: 'Format',
  alarmType: 'Alarm type', typeId: 'Type', alarmState: 'Alarm state', firstAt: 'First signal', lastAt: 'Last signal', repeatCount: 'Repeats', responseClock: 'Response clock', sourceActive: 'Source', deviceCode: 'Device code', deviceName: 'Device',
  deviceId: 'Device', deviceIds: 'Devices', roomNumber: 'Room', projectId: 'Project', projectName: 'Project', gatewayCode: 'Gateway', modelName: 'Model', sourceCode: 'Source code', confirmedBy: 'Confirmed by', confirmedAt: 'Confirmed', closedBy: 'Closed by', closedAt: 'Closed',
  handleWay: 'How handled', cause: 'Cause', note: 'Note', reason: 'Reason', test: 'Test', breached: 'Overdue', open: 'Open', orderCode: 'Order', orderStatus: 'Order status', origin: 'Origin', priority: 'Priority', description: 'Description',
  dueAt: 'Due', finishedAt: 'Finished', rating: 'Rating', engineers: 'Engineers', engineerIds: 'Engineers', engineerId: 'Engineer', deviceCount: 'Devices', siteIds: 'Sign-in addresses', photos: 'Photos', completeType: 'Outcome', devices: 'Device results', result: 'Result', customerName: 'Customer',
  alarmId: 'Alarm', faultId: 'Fault', agree: 'Verdict', overdue: 'Overdue', zone: 'Zone', country: 'Country', province: 'Province', city: 'City', region: 'District', product: 'Product', series: 'Series', model: 'Model', address: 'Address', ticket: 'Ticket', accountId: 'Account',
  purpose: 'Purpose', file: 'File', title: 'Title', content: 'Content', unread: 'Unread', key: 'Name', value: 'Value', limit: 'Number', actions: 'Actions', index: 'No.',
}
