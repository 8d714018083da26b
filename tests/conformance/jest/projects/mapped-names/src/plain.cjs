exports.kind = 'plain';
