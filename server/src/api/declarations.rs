//! The receipt of a cancellation or a withdrawal as a file.

use crate::http::{ApiResult, Context};
use axum::{
    extract::Path,
    response::{IntoResponse, Response},
};
use backend::declarations;
use http::header;

pub async fn receipt(
    Context { backend, viewer, language, .. }: Context,
    Path(token): Path<String>,
) -> ApiResult<Response> {
    let receipt = declarations::receipt(&backend, &viewer, &token).await?;
    let name = format!("attachment; filename=\"tagesecho-{}.txt\"", receipt.case_number);
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, name.as_str()),
        (header::CACHE_CONTROL, "private, no-store"),
    ];
    Ok((headers, receipt.text(language)).into_response())
}
