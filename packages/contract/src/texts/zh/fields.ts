/** Names of fields: labels of forms and columns, and the subject of validation messages. */
export const fields = {
  id: '编号', ids: '选中项', account: '账号', password: '密码', oldPwd: '原密码', newPwd: '新密码', repeatPwd: '确认密码', code: '编号', captcha: '验证码', captchaId: '验证码', name: '名称', personName: '姓名',
  phone: '电话', email: '邮箱', avatar: '头像', roleNames: '角色', lastLoginTime: '上次登录', accountType: '账号类型', companyId: '所属公司', companyName: '所属公司', companyCode: '公司编码',
  type: '类型', level: '级别', enabled: '状态', state: '状态', status: '状态', remark: '备注', grants: '权限', accounts: '账号数', createdAt: '创建时间', createdBy: '创建人', updatedAt: '更新时间', updatedBy: '更新人',
  keyword: '关键字', dateRange: '时间范围', startTime: '开始时间', endTime: '结束时间', pageNum: '页码', pageSize: '每页条数', sort: '排序', order: '排序方向', version: '版本', format: '格式',
  alarmType: '报警类型', typeId: '类型', alarmState: '报警状态', firstAt: '首次时间', lastAt: '最近时间', repeatCount: '重复次数', responseClock: '响应计时', sourceActive: '报警源', deviceCode: '设备编号', deviceName: '设备名称',
  deviceId: '设备', deviceIds: '设备', roomNumber: '房间号', projectId: '项目', projectName: '项目', gatewayCode: '网关', modelName: '型号', sourceCode: '原始代码', confirmedBy: '确认人', confirmedAt: '确认时间', closedBy: '处理人', closedAt: '处理时间',
  handleWay: '处理方式', cause: '误报原因', note: '说明', reason: '原因', test: '测试', breached: '已超时', open: '未关闭', orderCode: '工单编号', orderStatus: '工单状态', origin: '来源', priority: '优先级', description: '描述',
  dueAt: '截止时间', finishedAt: '完成时间', rating: '评分', engineers: '工程师', engineerIds: '工程师', engineerId: '工程师', deviceCount: '设备数', siteIds: '签到地址', photos: '照片', completeType: '完成类型', devices: '设备结果', result: '结果', customerName: '客户',
  alarmId: '报警', faultId: '故障', agree: '审核结果', overdue: '已逾期', zone: '区域', country: '国家', province: '省', city: '市', region: '区', product: '产品', series: '系列', model: '型号', address: '地址', ticket: '登录凭证', accountId: '账号',
  purpose: '用途', file: '文件', title: '标题', content: '内容', unread: '未读', key: '名称', value: '内容', limit: '数量', actions: '操作', index: '序号',
}
export type Fields = Record<keyof typeof fields, string>
